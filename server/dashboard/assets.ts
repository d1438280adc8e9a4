import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../kit/signing.ts';
import { shippedFile } from '../config/installation.ts';

/** A file of the dashboard as it is sent. */
export interface Asset {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Its name tells its content, so that a browser never asks for it again. */
  readonly isImmutable: boolean;
}

/** The names of the built files that the document loads (tools/dashboard.ts writes it). */
export interface DashboardManifest {
  readonly entry: string;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  /** What every page of a person who is signed in needs beside. */
  readonly frame: readonly string[];
  /** The typeface, so that the first words already have it. */
  readonly font: string;
}

export interface Assets {
  readonly manifest: DashboardManifest;
  /** By the path it is served under. Nothing in them is private, so they need no session. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Where tools/dashboard.ts puts what it builds. */
const FOLDER = 'dist/dashboard';
const MANIFEST = 'manifest.json';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

/** Reads all files of the dashboard. They are few; so no path of a request ever reaches the disk. */
export function loadAssets(): Assets {
  const manifestFile = shippedFile(`${FOLDER}/${MANIFEST}`);
  const folder = join(manifestFile, '..');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MANIFEST)
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return {
    manifest: JSON.parse(readFileSync(manifestFile, 'utf8')) as DashboardManifest,
    files: new Map(
      names.map((name) => [`/dashboard/${name}`, asset(name, readFileSync(join(folder, name)))]),
    ),
  };
}

function asset(name: string, body: Buffer): Asset {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`no media type for ${name}`);
  return { body, type, etag: `"${sha256(body).slice(0, 22)}"`, isImmutable: name.startsWith('assets/') };
}
