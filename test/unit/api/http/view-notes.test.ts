import type { FastifyRequest } from 'fastify';
import t from 'tap';
import type { Caller } from '../../../../api/http/authentication/caller.ts';
import type { Reply, RouteDefinition } from '../../../../api/http/route.ts';
import { viewOf } from '../../../../api/http/view-notes.ts';
import { hasFields } from '../../../support/has-fields.ts';

const PARAMS = { type: 'object' } as never;
const VIEW = { action: 'logs.viewed' };
const ROWS: Reply = { status: 200, body: { data: [1, 2, 3] } };

/** What is noted of an answer. */
function noteOf(
  reply: Reply,
  {
    rule = { view: VIEW },
    request = {},
  }: {
    readonly rule?: Pick<RouteDefinition, 'view' | 'params'>;
    readonly request?: Partial<Record<'query' | 'params' | 'body' | 'headers', unknown>>;
  } = {},
) {
  return viewOf(reply, rule, {
    request: { ip: '192.0.2.1', headers: {}, query: {}, params: {}, ...request } as unknown as FastifyRequest,
    caller: { organisationId: 7, actor: 'key_1' } as Caller,
    range: { from: 1, to: 2 },
    at: 1_000,
  });
}

t.test('a look is noted with who looked, at what, from where and when', async (t) => {
  const request = { query: { user: 'ana@x.example', page: 2 }, headers: { 'user-agent': 'SIS/1' } };
  t.strictSame(noteOf(ROWS, { request }), {
    organisationId: 7,
    actor: 'key_1',
    action: 'logs.viewed',
    target: 'ana@x.example',
    filter: { user: 'ana@x.example' },
    range: { from: 1, to: 2 },
    records: 3,
    at: 1_000,
    ip: '192.0.2.1',
    userAgent: 'SIS/1',
  });
  hasFields(t, noteOf(ROWS), { userAgent: null, target: null, filter: {} });
});

t.test('a refusal shows nothing, nor does a call that is about no records', async (t) => {
  t.equal(noteOf({ ...ROWS, status: 400 }), null);
  t.equal(noteOf({ ...ROWS, status: 503 }), null);
  t.not(noteOf({ ...ROWS, status: 399 }), null);
  t.equal(noteOf(ROWS, { rule: {} }), null);
});

t.test('as many records are noted as the answer shows', async (t) => {
  for (const [reply, records] of [
    [{ status: 200, body: { data: [] } }, 0],
    [{ status: 200, body: { data: {} } }, 1],
    [{ status: 200, body: { id: 'one' } }, 1],
    [{ status: 200, body: 'a page of text' }, 1],
    [{ status: 200, body: null }, 1],
    [{ status: 200 }, 1],
    [{ ...ROWS, recordCount: 40 }, 40],
  ] as const)
    hasFields(t, noteOf(reply), { records }, JSON.stringify(reply));
  t.equal(noteOf({ ...ROWS, recordCount: 0 }), null, 'what says that it shows nothing is no look');
});

t.test('where in a list somebody is says nothing of whose records they are', async (t) => {
  const place = { page: 1, limit: 50, cursor: 'c', sort: 'at', format: 'csv', after: 7, from: 'a', to: 'b' };
  const note = noteOf(ROWS, { request: { query: { ...place, action: 'block' } } });
  t.strictSame([note?.filter, note?.target], [{ action: 'block' }, null]);
});

t.test('parameters of the address count where the call declares them', async (t) => {
  const request = { params: { id: 'dev_1' }, query: { user: 'ana@x.example' } };
  hasFields(t, noteOf(ROWS, { rule: { view: VIEW, params: PARAMS }, request }), {
    target: 'dev_1',
    filter: { id: 'dev_1', user: 'ana@x.example' },
  });
  hasFields(t, noteOf(ROWS, { request }), { target: 'ana@x.example' });
});

t.test('the target is the first that is named: a thing, a person, a device, a unit', async (t) => {
  for (const [query, target] of [
    [{ ou: '/High', deviceId: 'dev_1', user: 'ana', id: 'alt_1' }, 'alt_1'],
    [{ ou: '/High', deviceId: 'dev_1', user: 'ana' }, 'ana'],
    [{ ou: '/High', deviceId: ['dev_1', 'dev_2'] }, 'dev_1'],
    [{ ou: '/High', user: 7 }, '/High'],
    [{ action: 'block' }, null],
    [{ ou: 'x'.repeat(121) }, 'x'.repeat(120)],
  ] as const)
    t.equal(noteOf(ROWS, { request: { query } })?.target, target, JSON.stringify(query));
});

t.test('a call that asks in its body says itself whose records they are', async (t) => {
  const of = (body: { readonly who: string }) => ({ target: body.who, filter: { asked: body.who } });
  const view = { action: 'reports.viewed', of } as never;
  const request = { body: { who: 'ana' }, query: { user: 'ben' } };
  hasFields(t, noteOf(ROWS, { rule: { view }, request }), {
    action: 'reports.viewed',
    target: 'ana',
    filter: { asked: 'ana' },
  });
  const nobody = { action: 'reports.viewed', of: () => ({ target: null, filter: { user: 'ana' } }) } as never;
  t.equal(noteOf(ROWS, { rule: { view: nobody } })?.target, null, 'also that it is nobody’s');
});
