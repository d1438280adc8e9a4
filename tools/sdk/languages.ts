import type { Language } from './case.ts';
import { NODE } from './node.ts';

/** The clients that `npm run sdk` writes. */
export const LANGUAGES: readonly Language[] = [NODE];
