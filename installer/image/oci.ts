import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { LinuxTarget } from '../executable/node-packages.ts';
import { runProgram } from '../run-program.ts';
import { layOut, type Packer, type PackOptions, type SystemPackage } from '../system-package.ts';
import { inWorkFolder } from '../work-folder.ts';
import { ACCOUNT_ID, runConfig, STATE } from './image-config.ts';

/** What OCI calls the processors: Go's names. */
const ARCHITECTURES: Readonly<Record<LinuxTarget, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };
const MEDIA = 'application/vnd.oci.image';

interface Layer {
  /** SHA-256 of the archive before it was compressed. */
  readonly diffId: string;
  readonly descriptor: Descriptor;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/**
 * An image in one file, an OCI layout in a tar archive (`podman load`, `docker load`, `skopeo copy oci-archive:`): written without a daemon, for a format of
 * three JSON documents needs none, and no builder writes the same bytes twice.
 * @see https://github.com/opencontainers/image-spec
 */
export const ociPacker: Packer<SystemPackage> = {
  needs: [{ program: 'apt-get', from: 'apt' }],
  fileName: ({ name, version, target }) => `${name}_${version}_${ARCHITECTURES[target]}.oci.tar`,
  pack: (contents, out, options) => inWorkFolder((work) => pack(contents, work, out, options)),
};

async function pack(contents: SystemPackage, work: string, out: string, options: PackOptions): Promise<void> {
  const { epoch } = options;
  const image = join(work, 'image');
  const blobs = join(image, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const [program, state] = [join(work, 'program'), join(work, 'state')];
  await layOut(contents.entries, program, epoch);
  // A volume that is new gets owner and mode of what stands here.
  await layOut([{ path: STATE, mode: 0o700, folder: true }], state, epoch);
  const layers = [
    await makeLayer({ folder: program, owner: 0, member: '.' }, blobs, options),
    await makeLayer({ folder: state, owner: ACCOUNT_ID, member: STATE.slice(1) }, blobs, options),
  ];
  const created = new Date(epoch * 1_000).toISOString();
  const architecture = ARCHITECTURES[contents.target];
  const config = await addJson(blobs, 'config.v1+json', {
    created,
    architecture,
    os: 'linux',
    config: runConfig(contents.version),
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created })),
  });
  const manifest = await addJson(blobs, 'manifest.v1+json', {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config,
    layers: layers.map(({ descriptor }) => descriptor),
  });
  const named = {
    ...manifest,
    platform: { architecture, os: 'linux' },
    annotations: { 'org.opencontainers.image.ref.name': `schoolgate:${contents.version}` },
  };
  await writeFile(join(image, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  await writeFile(
    join(image, 'index.json'),
    JSON.stringify({ schemaVersion: 2, mediaType: `${MEDIA}.index.v1+json`, manifests: [named] }),
  );
  await makeTar(image, out, { epoch, owner: 0 }, ['blobs', 'index.json', 'oci-layout']);
}

interface LayerContent {
  readonly folder: string;
  /** Number of the account that everything in it belongs to. */
  readonly owner: number;
  /** What of the folder is in it. */
  readonly member: string;
}

async function makeLayer(
  { folder, owner, member }: LayerContent,
  blobs: string,
  { epoch, fast }: PackOptions,
): Promise<Layer> {
  const tar = `${folder}.tar`;
  await makeTar(folder, tar, { epoch, owner }, [member]);
  const packed = `${folder}.tar.gz`;
  await pipeline(createReadStream(tar), createGzip({ level: fast ? 1 : 9 }), createWriteStream(packed));
  const [diffId, digest, { size }] = [await sha256Of(tar), await sha256Of(packed), await stat(packed)];
  await rename(packed, join(blobs, digest.slice('sha256:'.length)));
  return { diffId, descriptor: { mediaType: `${MEDIA}.layer.v1.tar+gzip`, digest, size } };
}

async function makeTar(
  folder: string,
  out: string,
  { epoch, owner }: { readonly epoch: number; readonly owner: number },
  members: readonly string[],
): Promise<void> {
  const sameEachTime = ['--format=gnu', '--sort=name', `--mtime=@${epoch}`, '--numeric-owner'];
  const owners = [`--owner=${owner}`, `--group=${owner}`];
  await runProgram('tar', [
    '--create',
    '--file',
    out,
    '--directory',
    folder,
    ...sameEachTime,
    ...owners,
    ...members,
  ]);
}

async function addJson(blobs: string, type: string, document: object): Promise<Descriptor> {
  const text = JSON.stringify(document);
  const hex = createHash('sha256').update(text).digest('hex');
  await writeFile(join(blobs, hex), text);
  return { mediaType: `${MEDIA}.${type}`, digest: `sha256:${hex}`, size: Buffer.byteLength(text) };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `sha256:${hash.digest('hex')}`;
}
