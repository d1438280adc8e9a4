import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Fault } from '../../../kit/fault.ts';
import type { ListPosition, TimeRange } from '../../../store/ports/list.ts';

/** Cursors of lists: opaque to callers, signed, and good only for the very filters and sort they were made with. */
export interface Cursors {
  write(cursor: CursorContent): string;
  /** @throws Fault invalid_cursor */
  read(text: string, question: string): CursorContent;
}

export interface CursorContent {
  readonly position: ListPosition;
  /** Number of the page that the cursor leads to. */
  readonly page: number;
  /** What was asked: operation, filters and sort, from `questionOf`. */
  readonly question: string;
  /** The range in time of the first page, for lists that have one: “the last 24 hours” stand still while they are paged through. */
  readonly range?: TimeRange;
}

const TAG_BYTES = 16;

/** @param secret any bytes that stay the same between restarts, so that a script's cursor outlives an update */
export function createCursors(secret: Uint8Array): Cursors {
  const tagOf = (body: string): Buffer =>
    createHmac('sha256', secret).update(body).digest().subarray(0, TAG_BYTES);
  return {
    write({ position, page, question, range }) {
      const bounds = range === undefined ? [] : [range.from, range.to];
      const body = Buffer.from(
        JSON.stringify([position.values, position.id, page, question, ...bounds]),
      ).toString('base64url');
      return `${body}.${tagOf(body).toString('base64url')}`;
    },
    read(text, question) {
      const [body = '', tag = ''] = text.split('.');
      const given = Buffer.from(tag, 'base64url');
      if (given.length !== TAG_BYTES || !timingSafeEqual(given, tagOf(body))) {
        throw new Fault('invalid_cursor', 'The cursor is not one that this server made.');
      }
      const [values, id, page, madeFor, from, to] = JSON.parse(
        Buffer.from(body, 'base64url').toString('utf8'),
      );
      if (madeFor !== question) {
        throw new Fault(
          'invalid_cursor',
          'The cursor was made for other filters or another order; start again without it.',
        );
      }
      const range = from === undefined ? {} : { range: { from, to } };
      return { position: { values, id }, page, question, ...range };
    },
  };
}

/** A short digest of everything that decides which rows a list has and in which order. */
export function questionOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
