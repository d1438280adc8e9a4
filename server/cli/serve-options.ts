import type { CommonOptions, FlagOptions } from './common-options.ts';

/** What `schoolgate serve` takes. */
export interface ServeOptions extends CommonOptions, FlagOptions {
  readonly printConfig?: true;
  readonly demo?: true;
  readonly demoDevices: number;
  /** Answers yes to what is asked at the first start. */
  readonly yes?: true;
}
