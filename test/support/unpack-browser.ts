// `npm test` runs this before the browser's tests.
import { unpackedBrowser } from './browser.ts';

await unpackedBrowser();
