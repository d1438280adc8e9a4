// Every version in package.json is exact, and package-lock.json names no registry, so that it works with any mirror.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository.ts';

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
}

/** The dependencies whose version is a range or a tag, each as a sentence. */
export function findLooseVersions(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `package.json: ${name} has the version "${version}", which is not exact`);
}

/** The packages that the lock file ties to an address, each as a sentence. Links to our own folders do not count. */
export function findAddresses(lockfile: Lockfile): string[] {
  return Object.entries(lockfile.packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path, { resolved }]) => `package-lock.json: ${path} is tied to ${resolved}`);
}

if (import.meta.main) {
  const manifests = [
    'package.json',
    'server/package.json',
    'agent/package.json',
    'sdk/node/package.json',
  ].map((file) => read<Manifest>(file));
  const faults = [
    ...manifests.flatMap(findLooseVersions),
    ...findAddresses(read<Lockfile>('package-lock.json')),
  ];
  for (const sentence of faults) console.error(sentence);
  if (faults.length > 0) process.exitCode = 1;
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
}
