import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { ROOT, runNode } from './child-process.ts';
import { wholeFolder } from './whole-folder.ts';

// As a program, this file unpacks the browser into the folder for temporary files.
if (import.meta.main) await chromium.executablePath();

/**
 * The unpacked browser. Its package unpacks into the folder for temporary files, and takes a file there that another
 * test has begun for a whole one. Hence a process with such a folder of its own unpacks it, once a version.
 */
export async function unpackedBrowser(): Promise<string> {
  const manifest = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = await wholeFolder(join(ROOT, `dist/browser-${version}`), async (own) => {
    const { code, stderr } = await runNode([fileURLToPath(import.meta.url)], { TMPDIR: own });
    if (code !== 0) throw new Error(`the browser could not be unpacked: ${stderr}`);
  });
  return join(folder, 'chromium');
}

/** A headless Chromium that comes from npm: no browser needs to be installed. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackedBrowser(),
    // Not the package's own arguments: they are for a cloud function (one process, no same-origin rule). The background ones would ask
    // the maker's servers at every start. No sandbox: tests may run as root.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    headless: true,
  });
}

/** Why no browser can be started here, in words; null = it can. Chromium from npm still needs some of the system's libraries. */
export async function browserObstacle(): Promise<string | null> {
  try {
    await (await openBrowser()).close();
    return null;
  } catch (error) {
    const missing = /error while loading shared libraries: ([^:\s]+)/.exec(String(error))?.[1];
    if (missing === undefined) throw error;
    return `Chromium needs ${missing} (Debian: apt-get install libnss3)`;
  }
}

/** In CI the browser must start: then an obstacle is a failure, not a skip. */
export function browserRequired(): boolean {
  return process.env.CI === 'true';
}
