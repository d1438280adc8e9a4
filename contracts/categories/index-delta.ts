import { CategoryIndexError, GUARD_SLOTS, type IndexParts, readIndexParts } from './index-format.ts';

/**
 * The byte-exact difference between two index files with the same slots. The receiver ends with exactly the new file, or throws. A delta
 * holds the head of the new file, then steps. A step says how many slots stay as they are. Then it gives new slots, or the distance from
 * which slots of the old file move here: an inserted name moves its neighbours by one. docs/category-index.md has the bytes.
 */

/** "SGCD" */
const DELTA_MAGIC = 0x44434753;
const DELTA_FORMAT = 1;
/** Offset of the steps, behind the header: magic, format, bytes of the new head, and steps. */
const STEPS_AT = 12;
/** The longest distance of a move, which fits a signed byte. */
const FARTHEST = 100;
/** In place of a distance: the slots are new and follow. */
const NEW = -128;

/**
 * Makes a delta. Null = none is possible (other slots or width of classes), or it would not be smaller than half of the new file.
 * @throws CategoryIndexError
 */
export function makeIndexDelta(from: Uint8Array, to: Uint8Array): Uint8Array | null {
  const [before, after] = [readIndexParts(from), readIndexParts(to)];
  if (before.slots !== after.slots) return null;
  if (before.classes.BYTES_PER_ELEMENT !== after.classes.BYTES_PER_ELEMENT) return null;
  const head = to.subarray(0, after.headBytes);
  const writer = createWriter(to.byteLength / 2);
  for (const word of [DELTA_MAGIC, DELTA_FORMAT, head.byteLength, 0]) writer.word(word);
  writer.bytes(head);
  let stayedFrom = 0;
  for (let at = 0; at < after.fingerprints.length; ) {
    if (isSame(before, after, at, at)) {
      at++;
      continue;
    }
    const { distance, count } = stepAt(before, after, at);
    writer.step(at - stayedFrom, distance, count);
    if (distance === NEW) writer.slots(after, at, count);
    at += count;
    stayedFrom = at;
    if (writer.isFull()) return null;
  }
  return writer.finished();
}

/** Whether bytes begin like a delta. A whole index file does not. */
export function isIndexDelta(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 16 && createReader(bytes).word() === DELTA_MAGIC;
}

/**
 * Applies a delta and returns the new file. @param from the old file, which is not changed
 * @throws CategoryIndexError for a delta that is damaged, or does not belong to this file; compare the hash of what comes out all the same
 */
export function applyIndexDelta(from: Uint8Array, delta: Uint8Array): Uint8Array {
  const before = readIndexParts(from);
  const reader = createReader(delta);
  const [magic, format, headBytes] = [reader.word(), reader.word(), reader.word()];
  const steps = reader.word();
  if (magic !== DELTA_MAGIC) throw new CategoryIndexError('a delta does not begin so');
  if (format !== DELTA_FORMAT) throw new CategoryIndexError(`delta format ${format} is not known here`);
  const tables = from.subarray(before.headBytes);
  const head = reader.bytes(headBytes);
  if (headBytes % 4 !== 0) throw new CategoryIndexError('damaged delta');
  const to = new Uint8Array(headBytes + tables.byteLength);
  to.set(head);
  to.set(tables, headBytes);
  const places = before.slots + GUARD_SLOTS;
  const fingerprints = new Uint32Array(to.buffer, headBytes, places);
  const ClassArray = before.classes.BYTES_PER_ELEMENT === 1 ? Uint8Array : Uint16Array;
  const classes = new ClassArray(to.buffer, headBytes + places * 4, places);

  let at = 0;
  for (let step = 0; step < steps; step++) at = applyStep(reader, at, { before, fingerprints, classes });
  reader.end();
  readIndexParts(to);
  return to;
}

/** Applies the step behind a slot. @returns the slot behind those that it has set */
function applyStep(
  reader: ReturnType<typeof createReader>,
  from: number,
  {
    before,
    fingerprints,
    classes,
  }: Pick<IndexParts, 'fingerprints' | 'classes'> & { readonly before: IndexParts },
): number {
  const at = from + reader.number();
  const distance = reader.signedByte();
  const end = at + reader.number();
  if (end <= at || end > fingerprints.length) throw new CategoryIndexError('damaged delta');
  if (distance === NEW) {
    const wide = classes.BYTES_PER_ELEMENT === 2;
    for (let slot = at; slot < end; slot++) fingerprints[slot] = reader.word();
    for (let slot = at; slot < end; slot++) classes[slot] = reader.byte() | (wide ? reader.byte() << 8 : 0);
    return end;
  }
  if (at + distance < 0 || end + distance > fingerprints.length)
    throw new CategoryIndexError('damaged delta');
  fingerprints.set(before.fingerprints.subarray(at + distance, end + distance), at);
  classes.set(before.classes.subarray(at + distance, end + distance), at);
  return end;
}

function isSame(before: IndexParts, after: IndexParts, from: number, to: number): boolean {
  return before.fingerprints[from] === after.fingerprints[to] && before.classes[from] === after.classes[to];
}

/** The step at a slot that differs: as many slots as possible moved by one distance, else new slots up to the next slot that is the same or moved. */
function stepAt(
  before: IndexParts,
  after: IndexParts,
  at: number,
): { readonly distance: number; readonly count: number } {
  const moved = movedAt(before, after, at);
  if (moved.count > 0) return moved;
  let count = 1;
  while (
    at + count < after.fingerprints.length &&
    !isSame(before, after, at + count, at + count) &&
    movedAt(before, after, at + count).count === 0
  )
    count++;
  return { distance: NEW, count };
}

function movedAt(
  before: IndexParts,
  after: IndexParts,
  at: number,
): { readonly distance: number; readonly count: number } {
  let best = { distance: 0, count: 0 };
  for (let far = 1; far <= FARTHEST; far++) {
    for (const distance of [-far, far]) {
      const source = at + distance;
      if (source < 0 || source >= before.fingerprints.length) continue;
      const count = movedCount(before, after, at, distance);
      if (count > best.count) best = { distance, count };
    }
    // Nearly all moves are by one or two slots.
    if (best.count > 0) return best;
  }
  return best;
}

function movedCount(before: IndexParts, after: IndexParts, at: number, distance: number): number {
  const end = Math.min(after.fingerprints.length, before.fingerprints.length - Math.max(0, distance));
  let count = 0;
  while (
    at + count < end &&
    isSame(before, after, at + count + distance, at + count) &&
    !isSame(before, after, at + count, at + count)
  )
    count++;
  return count;
}

function createWriter(mostBytes: number) {
  let buffer = new Uint8Array(65_536);
  let length = 0;
  let steps = 0;

  function byte(value: number): void {
    room(1);
    buffer[length++] = value & 0xff;
  }
  function word(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) byte(value >>> shift);
  }
  /** Writes LEB128, the least significant seven bits first. */
  function number(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) byte((rest & 0x7f) | 0x80);
    byte(rest);
  }
  function room(count: number): void {
    if (length + count <= buffer.length) return;
    const longer = new Uint8Array(Math.max(buffer.length * 2, length + count));
    longer.set(buffer.subarray(0, length));
    buffer = longer;
  }

  return {
    word,
    bytes(values: Uint8Array) {
      room(values.byteLength);
      buffer.set(values, length);
      length += values.byteLength;
    },
    step(stayed: number, distance: number, count: number) {
      number(stayed);
      byte(distance);
      number(count);
      steps += 1;
    },
    slots(parts: IndexParts, from: number, count: number) {
      for (let slot = from; slot < from + count; slot++) word(parts.fingerprints[slot] ?? 0);
      for (let slot = from; slot < from + count; slot++) {
        const value = parts.classes[slot] ?? 0;
        byte(value);
        if (parts.classes.BYTES_PER_ELEMENT === 2) byte(value >>> 8);
      }
    },
    isFull: () => length > mostBytes,
    finished() {
      const end = length;
      length = STEPS_AT;
      word(steps);
      return buffer.slice(0, end);
    },
  };
}

function createReader(bytes: Uint8Array) {
  let at = 0;
  function byte(): number {
    const value = bytes[at++];
    if (value === undefined) throw new CategoryIndexError('a delta that was cut off');
    return value;
  }
  return {
    byte,
    signedByte: () => (byte() << 24) >> 24,
    word: () => (byte() | (byte() << 8) | (byte() << 16) | (byte() << 24)) >>> 0,
    number() {
      let value = 0;
      for (let shift = 0; shift < 28; shift += 7) {
        const next = byte();
        value |= (next & 0x7f) << shift;
        if (next < 0x80) return value;
      }
      throw new CategoryIndexError('damaged delta');
    },
    bytes(count: number) {
      if (at + count > bytes.byteLength) throw new CategoryIndexError('a delta that was cut off');
      at += count;
      return bytes.subarray(at - count, at);
    },
    end() {
      if (at !== bytes.byteLength) throw new CategoryIndexError('a delta with something behind its end');
    },
  };
}
