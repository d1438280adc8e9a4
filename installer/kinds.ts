import { debPacker } from './deb.ts';
import { ociPacker } from './image/oci.ts';
import { rpmPacker } from './rpm.ts';
import type { PackageContents, Packer } from './system-package.ts';
import { msiPacker } from './windows/msi.ts';
import { exePacker } from './windows/nsis.ts';

/** What a package can be; the first three of Linux, the others of Windows. */
export const KINDS = {
  deb: debPacker,
  rpm: rpmPacker,
  oci: ociPacker,
  exe: exePacker,
  msi: msiPacker,
} as const satisfies Readonly<Record<string, Packer<PackageContents>>>;

export type Kind = keyof typeof KINDS;
