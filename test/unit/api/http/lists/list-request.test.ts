import t from 'tap';
import { createCursors } from '../../../../../api/http/lists/cursor.ts';
import { listParameters, listReply, readListRequest } from '../../../../../api/http/lists/list-request.ts';
import type { Fault } from '../../../../../kit/fault.ts';
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

t.test('without a word a list has 50 rows a page, from the first', async (t) => {
  const plain = readListRequest({}, {}, rules, cursors);
  t.same([plain.limit, plain.page, plain.from], [50, 1, { kind: 'page', page: 1 }]);
  t.same(plain.sort, [{ field: 'name', descending: false }]);
  t.notOk('range' in plain);
  t.equal(readListRequest({}, {}, { ...rules, defaultLimit: 10 }, cursors).limit, 10);
  t.equal(readListRequest({ limit: 7 }, {}, { ...rules, defaultLimit: 10 }, cursors).limit, 7);
});

t.test('the parameters of a list say what they take', async (t) => {
  const plain = listParameters(rules);
  hasFields(t, plain, {
    page: { minimum: 1, maximum: 10_000 },
    limit: { minimum: 1, maximum: 200, description: 'Rows a page; default 50.' },
    cursor: { minLength: 1, maxLength: 4_096 },
    sort: { maxLength: 200, description: /name, lastSeen\. Default `name`\.$/ },
    from: undefined,
  });
  const own = listParameters({ ...rules, defaultLimit: 10, maxLimit: 1_000, timeRange: {} });
  hasFields(t, own, {
    limit: { maximum: 1_000, description: 'Rows a page; default 10.' },
    from: { type: 'string' },
    to: { type: 'string' },
  });
});

t.test('what cannot be sorted by, or is named twice, is told', async (t) => {
  const detailOf = (sort: string) => {
    try {
      readListRequest({ sort }, {}, rules, cursors);
      return null;
    } catch (error) {
      const { detail, extras } = error as Fault;
      t.strictSame(extras.errors, [{ in: 'query', parameter: 'sort', code: 'invalid', detail }]);
      return detail;
    }
  };
  t.equal(detailOf('x'), '"sort" takes name, lastSeen, each with an optional "-".');
  t.equal(detailOf('name,-name'), '"sort" names name twice.');
});

t.test('an estimate says so, and a page behind the last number is shown as that', async (t) => {
  const request = readListRequest({}, {}, rules, cursors);
  const context = { url: '/v1/devices', cursors, toResource: (row: unknown) => row };
  t.notOk('totalIsEstimate' in (listReply(request, page, context).body as object));
  hasFields(t, listReply(request, { ...page, totalIsEstimate: true }, context).body, {
    totalIsEstimate: true,
  });
  hasFields(t, listReply({ ...request, page: 10_001 }, page, context).body, { page: 10_000 });
});

t.test('a page that ends nowhere has no cursor', async (t) => {
  const context = { url: '/v1/devices', cursors, toResource: (row: unknown) => row };
  const reply = listReply(readListRequest({}, {}, rules, cursors), { ...page, last: null }, context);
  hasFields(t, reply.body, { hasMore: true, nextCursor: null });
  t.equal(reply.headers?.link, '</v1/devices>; rel="first"');
});

t.test('Link names the page before only where pages have numbers', async (t) => {
  const linkOf = (input: Parameters<typeof readListRequest>[0], url: string) =>
    listReply(
      readListRequest(input, {}, rules, cursors),
      { ...page, hasMore: false },
      { url, cursors, toResource: (row) => row },
    ).headers?.link;
  t.equal(linkOf({ page: 1 }, '/v1/devices?page=1'), '</v1/devices>; rel="first"');
  t.equal(
    linkOf({ page: 3 }, '/v1/devices?page=3&q=a'),
    '</v1/devices?q=a>; rel="first", </v1/devices?q=a&page=2>; rel="prev"',
  );
  const { question } = readListRequest({}, {}, rules, cursors);
  const cursor = cursors.write({ position: { values: ['b'], id: 'dev_b' }, page: 5, question });
  t.equal(linkOf({ cursor }, `/v1/devices?cursor=${cursor}`), '</v1/devices>; rel="first"');
});

t.test('filter, order and operation belong to a cursor, the number of rows does not', async (t) => {
  const questionFor = (
    input: Parameters<typeof readListRequest>[0],
    filter: unknown = {},
    operationId = 'listDevices',
  ) => readListRequest(input, filter, { ...rules, operationId }, cursors).question;
  const own = questionFor({});
  t.equal(questionFor({ limit: 7 }), own);
  t.equal(questionFor({ page: 2 }), own);
  t.not(questionFor({ sort: '-name' }), own);
  t.not(questionFor({}, { q: 'x' }), own);
  t.not(questionFor({}, {}, 'listOthers'), own);
});
