import t from 'tap';
import { createCursors } from '../../../../../api/http/lists/cursor.ts';
import { listReply, readListRequest } from '../../../../../api/http/lists/list-request.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const cursors = createCursors(Buffer.alloc(32, 1));
const rules = { sortable: ['name', 'lastSeen'], defaultSort: 'name', operationId: 'listDevices' };
const page = {
  rows: [1, 2],
  total: 5,
  totalIsEstimate: false,
  hasMore: true,
  last: { values: ['b'], id: 'dev_b' },
};

t.test('sort is a list of known fields, each once', (t) => {
  t.same(readListRequest({ sort: '-lastSeen,name' }, {}, rules, cursors).sort, [
    { field: 'lastSeen', descending: true },
    { field: 'name', descending: false },
  ]);
  for (const sort of ['', 'x', 'name,name', 'name,-name', '--name', 'name,']) {
    t.throws(
      () => readListRequest({ sort }, {}, rules, cursors),
      { code: 'validation_failed' },
      JSON.stringify(sort),
    );
  }
  t.end();
});

t.test('the envelope’s cursor leads to the next page, and Link names the pages around', (t) => {
  const first = readListRequest({ page: 2, limit: 2 }, { q: 'x' }, rules, cursors);
  const reply = listReply(first, page, {
    url: '/v1/devices?q=x&page=2&limit=2',
    cursors,
    toResource: (row) => row,
  });
  const body = reply.body as { nextCursor: string; page: number };
  hasFields(t, reply.body, { data: [1, 2], total: 5, page: 2, limit: 2, hasMore: true });
  t.match(reply.headers?.link, /<\/v1\/devices\?q=x&limit=2>; rel="first"/);
  t.match(reply.headers?.link, /page=1>; rel="prev"/);
  t.match(reply.headers?.link, /cursor=.*>; rel="next"/);
  const next = readListRequest({ cursor: body.nextCursor, limit: 2 }, { q: 'x' }, rules, cursors);
  t.same(next.from, { kind: 'after', position: page.last });
  t.equal(next.page, 3);
  t.throws(() => readListRequest({ cursor: body.nextCursor }, { q: 'y' }, rules, cursors), {
    code: 'invalid_cursor',
  });
  t.throws(() => readListRequest({ cursor: body.nextCursor, page: 1 }, { q: 'x' }, rules, cursors), {
    code: 'validation_failed',
  });
  t.end();
});

t.test('the last page has no cursor', (t) => {
  const request = readListRequest({}, {}, rules, cursors);
  const reply = listReply(
    request,
    { ...page, hasMore: false },
    { url: '/v1/devices', cursors, toResource: (row) => row },
  );
  hasFields(t, reply.body, { hasMore: false, nextCursor: null });
  t.notMatch(reply.headers?.link, /next/);
  t.end();
});

t.test('a page window refuses deep pages and leaves cursors alone', (t) => {
  const windowed = { ...rules, pageWindow: 10_000, maxLimit: 1_000 };
  t.equal(readListRequest({ page: 10, limit: 1_000 }, {}, windowed, cursors).page, 10);
  t.throws(() => readListRequest({ page: 11, limit: 1_000 }, {}, windowed, cursors), {
    code: 'page_window_exceeded',
  });
  const { question } = readListRequest({ limit: 1_000 }, {}, windowed, cursors);
  const cursor = cursors.write({ position: { values: ['b'], id: 'dev_b' }, page: 11, question });
  t.equal(readListRequest({ cursor, limit: 1_000 }, {}, windowed, cursors).page, 11);
  t.end();
});

t.test(
  'a cursor keeps the range of its first page while time goes on, and is bound to the bounds asked for',
  (t) => {
    const timed = { ...rules, timeRange: { defaultMs: 1_000 }, timezone: 'UTC' };
    const first = readListRequest({}, {}, { ...timed, now: 10_000 }, cursors);
    t.same(first.range, { from: 9_000, to: 10_000 });
    const { body } = listReply(first, page, { url: '/v1/logs', cursors, toResource: (row) => row });
    const cursor = (body as { readonly nextCursor: string }).nextCursor;
    const later = { ...timed, now: 15_000 };
    t.same(readListRequest({ cursor }, {}, later, cursors).range, first.range);
    t.throws(() => readListRequest({ cursor, from: '1970-01-01T00:00:09Z' }, {}, later, cursors), {
      code: 'invalid_cursor',
    });
    t.end();
  },
);
