import t from 'tap';
import type { UserFields } from '../../../../store/ports/users.ts';
import { changesOf, emailTaken, externalIdTaken } from '../../../../store/rules/user-changes.ts';
import { hasFields } from '../../../support/has-fields.ts';

const KNOWN = { email: 'a@school.example', name: 'Ana', externalId: null } as unknown as UserFields;

t.test('what is given and differs is a change; the rest is not', async (t) => {
  const given = {
    email: 'a@school.example',
    name: 'Anna',
    externalId: undefined,
  } as unknown as Partial<UserFields>;
  t.strictSame(changesOf(KNOWN, given), { name: 'Anna' });
  t.strictSame(changesOf(KNOWN, { externalId: '7' } as Partial<UserFields>), { externalId: '7' });
});

t.test('when nothing differs there is no change', async (t) => {
  t.equal(changesOf(KNOWN, {}), null);
  t.equal(changesOf(KNOWN, { ...KNOWN }), null);
  t.equal(changesOf(KNOWN, { name: undefined } as unknown as Partial<UserFields>), null);
});

t.test('an address or id that another user has is refused, and that user is named', async (t) => {
  const holder = { id: 'usr_1' } as Parameters<typeof emailTaken>[0];
  for (const fault of [emailTaken(holder), externalIdTaken(holder)])
    hasFields(t, fault, { code: 'already_exists', extras: { existingId: 'usr_1' } });
});
