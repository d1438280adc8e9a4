import { FOUNDATION_EXAMPLES } from './foundation.ts';

/** One example for each named schema, by its name; shown by the explorer. A test holds them against their schemas. */
export const EXAMPLES: Readonly<Record<string, object>> = { ...FOUNDATION_EXAMPLES };
