import type { Language } from './case.ts';

/** The clients that `npm run sdk` writes. */
export const LANGUAGES: readonly Language[] = [];
