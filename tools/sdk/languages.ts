import type { Language } from './case.ts';
import { GO } from './go.ts';
import { NODE } from './node.ts';
import { PYTHON } from './python.ts';

/** The clients that `npm run sdk` writes. */
export const LANGUAGES: readonly Language[] = [NODE, PYTHON, GO];
