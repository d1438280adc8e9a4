import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { keepAuditNotes, notesOf } from '../../../../api/http/audit-notes.ts';
import type { Caller } from '../../../../api/http/authentication/caller.ts';

const CREATED = { action: 'policy.created', target: 'pol_1', after: { name: 'a' } };
const DELETED = { action: 'policy.deleted', target: 'pol_2', before: { name: 'b' } };

t.test('an answer says nothing, one thing or several of itself; a refusal nothing', async (t) => {
  t.same(notesOf({ status: 200 }), []);
  t.same(notesOf({ status: 201, audit: CREATED }), [CREATED]);
  t.same(notesOf({ status: 399, audit: [CREATED, DELETED] }), [CREATED, DELETED]);
  t.same(notesOf({ status: 400, audit: CREATED }), []);
  t.same(notesOf({ status: 500, audit: [CREATED] }), []);
});

t.test('what is noted names who called, from where and in which request', async (t) => {
  for (const [headers, userAgent] of [
    [{ 'user-agent': 'SIS/1' }, 'SIS/1'],
    [{}, null],
  ] as const) {
    const kept: unknown[] = [];
    const tx = { audit: { append: async (entry: unknown) => void kept.push(entry) } } as never;
    const request = { ip: '192.0.2.1', id: 'req_1', headers } as unknown as FastifyRequest;
    const caller = { organisationId: 7, actor: 'key_1' } as Caller;
    await keepAuditNotes(tx, { status: 200, audit: [CREATED, DELETED] }, { request, caller, at: 1_000 });
    const who = {
      organisationId: 7,
      at: 1_000,
      actor: 'key_1',
      ip: '192.0.2.1',
      userAgent,
      requestId: 'req_1',
    };
    t.strictSame(kept, [
      { ...CREATED, ...who },
      { ...DELETED, ...who },
    ]);
  }
});
