import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Organization } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toasts.ts';
import { askOrganization } from '../queries.ts';
import { setupWords } from '../words.ts';
import { CampusBlock } from './campus-block.tsx';

/** The school's name, zone and campus. */
export function SchoolStep() {
  const w = setupWords.read();
  const organization = useQuery(askOrganization());
  return (
    <>
      <Block title={w.steps.school}>
        <Loaded query={organization} rows={4}>
          {(now) => <SchoolForm now={now} />}
        </Loaded>
      </Block>
      <CampusBlock />
    </>
  );
}

function SchoolForm({ now }: { readonly now: Organization }) {
  const w = setupWords.read();
  const c = common.read();
  const queries = useQueryClient();
  const [name, setName] = useState(now.sources.name === 'default' ? '' : now.name);
  const [timeZone, setTimeZone] = useState(now.sources.timeZone === 'default' ? browserZone() : now.timeZone);
  const save = useMutation({
    mutationFn: async () => await school.organization.update({ name: name.trim(), timeZone }),
    onSuccess: (saved) => {
      queries.setQueryData(['organization'], saved);
      toast({ text: c.saved });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} align="flex-start">
        {now.sources.name === 'file' && <p className="setup-text quiet">{w.fromFile}</p>}
        <TextInput
          className="setup-field"
          name="school"
          label={w.schoolName}
          description={w.schoolNameHint}
          autoComplete="organization"
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          maxLength={120}
          required
          withAsterisk={false}
          error={fieldProblem(save.error, '#/name')}
        />
        <SelectField
          className="setup-field"
          label={w.timeZone}
          description={w.timeZoneHint}
          value={timeZone}
          data={zonesWith(timeZone, now.timeZone)}
          onChange={(value) => {
            if (value !== null) setTimeZone(value);
          }}
          error={fieldProblem(save.error, '#/timeZone')}
        />
        <Problem error={save.error} />
        <Button type="submit" loading={save.isPending}>
          {w.saveSchool}
        </Button>
      </Stack>
    </form>
  );
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All zones of the browser. It may leave out such as `UTC`, which a school may have all the same. */
function zonesWith(...others: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...others])].sort();
}
