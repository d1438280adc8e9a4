import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

promise(
  'a suggestion is open once, and decided as often as people like',
  async (t, { store, clock, ids }) => {
    const { categorySuggestions } = store;
    const now = clock.now();
    const wanted = {
      organisationId: 1,
      domain: 'play.example',
      category: 'games',
      kind: 'missing',
      note: null,
      createdBy: 'acc_1',
      createdAt: now,
    } as const;
    const made = await categorySuggestions.create({ ...wanted, id: ids.next('sug') });
    hasFields(t, made, { ...wanted, status: 'open', decidedBy: null, decidedAt: null, updatedAt: now });
    t.strictSame(await categorySuggestions.get(1, made.id), made);
    t.equal(await categorySuggestions.get(2, made.id), null);
    await t.rejects(categorySuggestions.create({ ...wanted, id: ids.next('sug') }), {
      code: 'already_exists',
      extras: { existingId: made.id },
    });
    const wrong = await categorySuggestions.create({ ...wanted, kind: 'wrong', id: ids.next('sug') });
    t.equal(await categorySuggestions.count(1, 'open'), 2);
    t.equal(await categorySuggestions.count(2, 'open'), 0);
    t.equal(await categorySuggestions.countBy(1, 'acc_1', { from: now, to: now }), 2);
    t.equal(await categorySuggestions.countBy(1, 'acc_1', { from: now + 1, to: now + 2 }), 0);
    t.equal(await categorySuggestions.countBy(1, 'acc_2', { from: 0, to: now }), 0);

    const accept = { status: 'accepted', by: 'acc_2', at: now + 5 } as const;
    t.equal(await categorySuggestions.decide(2, made.id, accept), null);
    const accepted = await categorySuggestions.decide(1, made.id, accept);
    hasFields(t, accepted, {
      status: 'accepted',
      decidedBy: 'acc_2',
      decidedAt: now + 5,
      updatedAt: now + 5,
    });
    await categorySuggestions.decide(1, wrong.id, { ...accept, at: now + 1 });
    t.same(
      (await categorySuggestions.accepted(1)).map(({ id }) => id),
      [wrong.id, made.id],
      'in the order of the decisions',
    );
    t.same(await categorySuggestions.accepted(2), []);
    const declined = await categorySuggestions.decide(1, made.id, { ...accept, status: 'declined', at: now });
    hasFields(
      t,
      declined,
      { status: 'declined', decidedAt: now, updatedAt: now + 6 },
      'the version moves on',
    );
    const again = await categorySuggestions.create({ ...wanted, id: ids.next('sug') });

    const list = (status: 'open' | 'declined') =>
      categorySuggestions.list({
        organisationId: 1,
        filter: { status: [status] },
        sort: [{ field: 'createdAt', descending: true }],
        limit: 10,
        from: { kind: 'page', page: 1 },
      });
    hasFields(t, await list('open'), { total: 1, rows: [{ id: again.id }] });
    hasFields(t, await list('declined'), { total: 1, rows: [{ id: made.id }] });
  },
);
