import { readFileSync } from 'node:fs';
import { sha256 } from '../../kit/signing.ts';
import { categoryNames } from '../../words/categories.ts';
import { REASON_WORDS } from '../../words/reasons.ts';
import { commandName, shippedFile } from '../config/installation.ts';

/** A file of the dashboard as it is sent. */
export interface Asset {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
}

/** The pages; which one is shown depends on the session. */
export const PAGES = {
  overview: 'index.html',
  explain: 'explain.html',
  welcome: 'welcome.html',
  welcomeOidc: 'welcome-oidc.html',
  signIn: 'sign-in.html',
  signInFailed: 'sign-in-failed.html',
  reset: 'reset.html',
  oidcRefused: 'sign-in-refused.html',
} as const;

/** Files that the pages load. Nothing in them is private, so they need no session. */
const PUBLIC_FILES = [
  'style.css',
  'page.js',
  'overview.js',
  'device-row.js',
  'explain.js',
  'reset.js',
  'sign-in-form.js',
  'icon.svg',
] as const;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

export interface Assets {
  readonly pages: Readonly<Record<keyof typeof PAGES, Asset>>;
  /** By the path it is served under. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Reads all files of the dashboard. They are few; so no path of a request ever reaches the disk. */
export function loadAssets(): Assets {
  const pages = Object.fromEntries(Object.entries(PAGES).map(([name, file]) => [name, loadAsset(file)]));
  return {
    pages: pages as Assets['pages'],
    files: new Map([
      ...PUBLIC_FILES.map((file) => [`/dashboard/${file}`, loadAsset(file)] as const),
      ['/dashboard/reason-words.js', reasonWords()],
    ]),
  };
}

function loadAsset(file: string): Asset {
  const content = readFileSync(shippedFile(`dashboard/${file}`));
  if (!file.endsWith('.html')) return asset(file, content);
  // They are written for who runs the sources.
  return asset(file, Buffer.from(content.toString('utf8').replaceAll('npx schoolgate', commandName())));
}

/** The pages have no build: they get the words that the devices' pages use as a module of data. */
function reasonWords(): Asset {
  return asset(
    'reason-words.js',
    Buffer.from(
      `export const REASON_WORDS = ${JSON.stringify(REASON_WORDS.en)};\nexport const CATEGORY_NAMES = ${JSON.stringify(categoryNames('en'))};\n`,
    ),
  );
}

function asset(file: string, body: Buffer): Asset {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`no media type for ${file}`);
  return { body, type, etag: `"${sha256(body).slice(0, 22)}"` };
}
