import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A headless Chromium that comes from npm: no browser needs to be installed. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
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
