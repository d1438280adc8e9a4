import { debPacker } from './deb.ts';
import { rpmPacker } from './rpm.ts';
import type { Packer } from './system-package.ts';

/** What a package can be. */
export const KINDS = { deb: debPacker, rpm: rpmPacker } as const satisfies Readonly<Record<string, Packer>>;

export type Kind = keyof typeof KINDS;
