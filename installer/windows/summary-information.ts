/** How many property sets the stream has, one, and FMTID_SummaryInformation, as they stand in a file ([MS-OLEPS] 2.21, 3.1). */
const BEGIN = Buffer.from('01000000e0859ff2f94f6810ab9108002b27b3d9', 'hex');
/** So far from the beginning of its stream. The place of its section follows. */
const BEGIN_AT = 24;
const REVISION = 9;
const CREATED = 12;
const LAST_SAVED = 13;
/** 1601 to 1970, in seconds. */
const FILETIME_EPOCH = 11_644_473_600n;

/**
 * Sets the package code and the times of an .msi in its bytes: wixl takes random ones, and the time of day.
 * @param guid with braces
 * @param epoch seconds since 1970
 * @throws Error when the summary is not what wixl writes
 */
export function setSummary(
  msi: Buffer,
  { guid, epoch }: { readonly guid: string; readonly epoch: number },
): void {
  const at = msi.indexOf(BEGIN);
  if (at < BEGIN_AT || msi.indexOf(BEGIN, at + 1) !== -1) throw new Error('the .msi has not one summary');
  const section = at - BEGIN_AT + msi.readUInt32LE(at + BEGIN.length);
  const places = new Map<number, number>();
  for (let index = 0; index < msi.readUInt32LE(section + 4); index++) {
    const entry = section + 8 + 8 * index;
    places.set(msi.readUInt32LE(entry), section + msi.readUInt32LE(entry + 4));
  }
  const placeOf = (property: number): number => {
    const place = places.get(property);
    if (place === undefined) throw new Error(`the summary of the .msi has no property ${property}`);
    return place;
  };
  const revision = placeOf(REVISION) + 8;
  if (!/^\{[0-9A-F-]{36}\}$/.test(msi.toString('latin1', revision, revision + 38)))
    throw new Error('the package code of the .msi is not where it belongs');
  msi.write(guid, revision, 'latin1');
  const time = (BigInt(epoch) + FILETIME_EPOCH) * 10_000_000n;
  for (const property of [CREATED, LAST_SAVED]) msi.writeBigUInt64LE(time, placeOf(property) + 4);
}
