/** How much work a bench does. */
export interface BenchSizes<Size> {
  /** The size for real figures. */
  readonly whole: Size;
  /** The smallest size that runs all of its code, in seconds: it shows whether the bench works, not how fast. */
  readonly tiny: Size;
}
