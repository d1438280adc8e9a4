import { Stack, TextInput } from '@mantine/core';
import type { AccountInput } from '../../../../sdk/node/index.ts';
import { useSession } from '../../../app/client/session.ts';
import { fieldProblem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { accountsWords } from '../words.ts';
import { managedRoles } from './managed-roles.ts';

/** The whole school, as the field of units has it. */
export const WHOLE_SCHOOL = '/';

/** What a person types about an account. */
export interface AccountDraft {
  readonly name: string;
  readonly email: string;
  readonly role: AccountInput['role'];
  readonly ou: string;
}

/** The fields of an account; an owner has no unit, because an owner reaches the whole school. */
export function AccountFields({
  draft,
  onChange,
  error,
}: {
  readonly draft: AccountDraft;
  readonly onChange: (draft: AccountDraft) => void;
  readonly error: unknown;
}) {
  const w = accountsWords.read();
  const session = useSession();
  return (
    <Stack gap={12}>
      <TextInput
        className="accounts-field"
        label={w.name}
        value={draft.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
        maxLength={120}
        autoComplete="off"
        required
        withAsterisk={false}
        error={fieldProblem(error, '#/name')}
      />
      <TextInput
        className="accounts-field"
        label={w.email}
        type="email"
        value={draft.email}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, email: value })}
        maxLength={254}
        autoComplete="off"
        required
        withAsterisk={false}
        error={fieldProblem(error, '#/email')}
      />
      <SelectField
        className="accounts-field"
        label={w.role}
        description={w.roleHints[draft.role]}
        value={draft.role}
        data={managedRoles(session.role).map((role) => ({ value: role, label: w.roles[role] ?? role }))}
        onChange={(role) => {
          if (role !== null) onChange({ ...draft, role });
        }}
        error={fieldProblem(error, '#/role')}
      />
      {draft.role !== 'owner' && (
        <UnitField
          label={w.unit}
          value={draft.ou}
          onChange={(ou) => onChange({ ...draft, ou })}
          required
          withAll={session.ou === null}
          error={fieldProblem(error, '#/ou')}
        />
      )}
    </Stack>
  );
}

/** What the API takes for it. */
export function inputOf({ name, email, role, ou }: AccountDraft): AccountInput {
  return {
    name: name.trim(),
    email: email.trim(),
    role,
    ou: role === 'owner' || ou === WHOLE_SCHOOL ? null : ou,
  };
}
