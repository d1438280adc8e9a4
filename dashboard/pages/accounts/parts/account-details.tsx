import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useSession } from '../../../app/client/session.ts';
import { Block } from '../../../ui/block.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { accountsWords } from '../words.ts';
import { type AccountDraft, AccountFields, inputOf, WHOLE_SCHOOL } from './account-fields.tsx';

/** Changes name, address, role and unit. A change by somebody else meanwhile refuses this one, and keeps what was typed. */
export function AccountDetails({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  const { account: own } = useSession();
  const queries = useQueryClient();
  const { name, email, role, ou } = account;
  const [draft, setDraft] = useState<AccountDraft>({ name, email, role, ou: ou ?? WHOLE_SCHOOL });
  const save = useMutation({
    mutationFn: async (given: AccountDraft) =>
      await school.accounts.update(account.id, inputOf(given), { ifMatch: account }),
    onSuccess: async () => {
      toast({ text: w.saved });
      await queries.invalidateQueries(account.id === own.id ? {} : { queryKey: ['accounts'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <Block title={w.details}>
      <form onSubmit={submit}>
        <Stack gap={16} align="flex-start">
          <div className="accounts-field">
            <AccountFields draft={draft} onChange={setDraft} error={save.error} />
          </div>
          <p className="accounts-text quiet">{account.id === own.id ? w.endsYours : w.endsSessions}</p>
          <Problem error={save.error} />
          <Button type="submit" loading={save.isPending}>
            {w.save}
          </Button>
        </Stack>
      </form>
    </Block>
  );
}
