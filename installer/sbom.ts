import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { ROOT } from '../tools/repository.ts';
import { NODE_PACKAGES, NODE_VERSION } from './executable/node-packages.ts';
import type { DebianComponent, PackageContents } from './system-package.ts';

/** What package-lock.json knows of an installed package. */
interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
}

/**
 * What is inside a package, as CycloneDX 1.6 (JSON): Node and npm's packages, each with the hash of the tarball that it came in. The same input gives the same bytes.
 * @param epoch seconds since 1970
 */
export function sbomOf(contents: PackageContents, epoch: number): string {
  const { name, version, target, components } = contents;
  const subject = new Models.Component(Enums.ComponentType.Application, name, {
    version,
    bomRef: name,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense('Apache-2.0')]),
  });
  const node = NODE_PACKAGES[target];
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const parts = components.map((folder) => {
    const locked = packages[folder];
    if (locked === undefined) throw new Error(`${folder} is not in package-lock.json: run npm install`);
    return componentOf(folder.split('node_modules/').at(-1) ?? folder, locked, folder);
  });
  parts.push(
    componentOf(node.name, { version: NODE_VERSION, integrity: node.integrity, license: 'MIT' }, node.name),
  );
  for (const one of contents.debian ?? []) parts.push(debianComponentOf(one));
  for (const part of parts) subject.dependencies.add(part.bomRef);
  const bom = new Models.Bom({
    components: new Models.ComponentRepository(parts),
    metadata: new Models.Metadata({ component: subject, timestamp: new Date(epoch * 1_000) }),
  });
  const digest = createHash('sha256').update(
    JSON.stringify([name, version, target, epoch, components, contents.debian]),
  );
  bom.serialNumber = serialNumber(digest.digest('hex'));
  const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalize).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf(
  name: string,
  { version, integrity, license }: LockedPackage,
  ref: string,
): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    bomRef: ref,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  });
  if (license !== undefined) component.licenses.add(licenceOf(license));
  const sha512 = /^sha512-(\S+)$/.exec(integrity ?? '')?.[1];
  if (sha512 !== undefined)
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'));
  return component;
}

function debianComponentOf({ name, version, architecture, sha256 }: DebianComponent): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    bomRef: `debian/${name}`,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
  });
  component.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256);
  return component;
}

/** As package.json has it: one id of SPDX, or several with words between. */
function licenceOf(text: string): Models.SpdxLicense | Models.LicenseExpression | Models.NamedLicense {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return / (OR|AND|WITH) /.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}

/** A UUID of the eighth version, RFC 9562: its bits are ours to choose. */
function serialNumber(hex: string): string {
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${a}-${b}-${c}-${d}-${e}`;
}
