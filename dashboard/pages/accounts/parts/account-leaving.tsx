import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Block } from '../../../ui/block.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { accountsWords } from '../words.ts';

const route = getRouteApi('/frame/accounts/{-$id}');

/** Disables, enables or deletes an account. */
export function AccountLeaving({ account }: { readonly account: Account }) {
  const w = accountsWords.read();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<'disable' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const again = async (): Promise<void> => await queries.invalidateQueries({ queryKey: ['accounts'] });
  const enable = useMutation({
    mutationFn: async () => await school.accounts.update(account.id, { status: 'active' }),
    onSuccess: async () => {
      toast({ text: w.enabledNow(account.name) });
      await again();
    },
  });
  return (
    <Block title={w.leaving}>
      <Stack gap={12} align="flex-start">
        <p className="accounts-text quiet">{w.leavingText}</p>
        <Problem error={enable.error} />
        <Group gap={8}>
          {account.status === 'disabled' ? (
            <Button variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
              {w.enable}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsked('disable')}>
              {w.disable}
            </Button>
          )}
          <Button color="bad" onClick={() => setAsked('delete')}>
            {w.delete}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asked === 'disable'}
        onClose={close}
        title={w.disableTitle(account.name)}
        text={w.disableText}
        act={w.disable}
        danger
        run={async () => {
          await school.accounts.update(account.id, { status: 'disabled' });
          toast({ text: w.disabledNow(account.name) });
          await again();
        }}
      />
      <Confirm
        opened={asked === 'delete'}
        onClose={close}
        title={w.deleteTitle(account.name)}
        text={w.deleteText}
        act={w.delete}
        danger
        run={async () => {
          await school.accounts.delete(account.id);
          toast({ text: w.deleted(account.name) });
          await navigate({ params: { id: undefined }, search: (before) => before });
          queries.removeQueries({ queryKey: ['accounts', 'one', account.id] });
          await again();
        }}
      />
    </Block>
  );
}
