/** Whether every repetition was asked for: SCHOOLGATE_TEST_REPEATS=full, as at night. */
const FULL = process.env.SCHOOLGATE_TEST_REPEATS === 'full';

/** How often a test repeats what must hold every time: a few times by default, so that `npm test` stays quick, and many times when asked for. */
export function repeats({ quick, full }: { readonly quick: number; readonly full: number }): number {
  return FULL ? full : quick;
}
