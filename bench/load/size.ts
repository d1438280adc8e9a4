/** How much work a bench does. */
export interface BenchSizes<Size> {
  /** What its figures are taken with. */
  readonly whole: Size;
  /** The least that goes through all of its code, in seconds: whether it still works, not how fast. */
  readonly tiny: Size;
}
