import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CreatedEnrollmentToken } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useSession } from '../../../app/client/session.ts';
import { day } from '../../../app/time/tell.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import { enrollWords } from '../words.ts';

const DAY_MS = 86_400_000;
const MAX_USES = 100_000;
const DAYS = ['1', '7', '30', 'never'] as const;

/** A token brings laptops into one unit. Few uses and a near end keep one that gets about from being of use. */
export function TokenForm({ onMade }: { readonly onMade: (token: CreatedEnrollmentToken) => void }) {
  const w = enrollWords.read();
  const session = useSession();
  const client = useQueryClient();
  const [name, setName] = useState(() => w.form.nameFor(day(new Date().toISOString())));
  const [ou, setOu] = useState(session.ou ?? '/');
  const [uses, setUses] = useState<number | string>(30);
  const [days, setDays] = useState<string>('7');
  const make = useMutation({
    mutationFn: () =>
      school.enrollmentTokens.create({
        name: name.trim(),
        ou,
        maxUses: uses === '' ? null : Number(uses),
        expiresAt: days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS),
      }),
    onSuccess: async (token) => {
      onMade(token);
      await client.invalidateQueries({ queryKey: ['enrollment'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && ou !== '') make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={w.form.name}
          description={w.form.nameHint}
          required={true}
          maxLength={120}
          value={name}
          error={fieldProblem(make.error, '#/name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <UnitField
          label={w.form.unit}
          value={ou}
          onChange={setOu}
          error={fieldProblem(make.error, '#/ou')}
          required={true}
          withAll={session.ou === null}
        />
        <NumberField
          label={w.form.uses}
          description={w.form.usesHint}
          min={1}
          max={MAX_USES}
          value={uses}
          error={fieldProblem(make.error, '#/maxUses')}
          onChange={setUses}
        />
        <SelectField
          label={w.form.expires}
          data={DAYS.map((value) => ({ value, label: w.form.days(value) }))}
          value={days}
          error={fieldProblem(make.error, '#/expiresAt')}
          onChange={(value) => setDays(value ?? '7')}
        />
        <Problem error={make.error} />
        <div>
          <Button type="submit" loading={make.isPending}>
            {w.form.act}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
