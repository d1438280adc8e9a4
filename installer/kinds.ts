import { debPacker } from './deb.ts';
import { ociPacker } from './image/oci.ts';
import { rpmPacker } from './rpm.ts';
import type { Packer } from './system-package.ts';

/** What a package can be. */
export const KINDS = { deb: debPacker, rpm: rpmPacker, oci: ociPacker } as const satisfies Readonly<
  Record<string, Packer>
>;

export type Kind = keyof typeof KINDS;
