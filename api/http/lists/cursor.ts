import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Fault } from '../../../kit/fault.ts';
import type { ListPosition, TimeRange } from '../../../store/ports/list.ts';

/** Cursors of lists. They are opaque to callers, signed, and valid only with the filters and sort of their first page. */
export interface Cursors {
  write(cursor: CursorContent): string;
  /** @throws Fault invalid_cursor */
  read(text: string, question: string): CursorContent;
}

export interface CursorContent {
  readonly position: ListPosition;
  /** The page that the cursor leads to. */
  readonly page: number;
  /** Operation, filters and sort of the list, from `questionOf`. */
  readonly question: string;
  /** The time range of the first page, for lists with a range, so that “the last 24 hours” do not move while a caller pages. */
  readonly range?: TimeRange;
}

const TAG_BYTES = 16;

/** @param secret bytes that stay the same between restarts, so that a script's cursor outlives an update */
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

/** A short digest of everything that decides the rows of a list and their order. */
export function questionOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
