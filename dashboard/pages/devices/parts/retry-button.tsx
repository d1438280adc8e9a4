import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { devicesWords } from '../words.ts';

/** Sends the order again to those where it failed, as a new batch, and shows that. A lock that had a PIN needs it again, as it is kept nowhere. */
export function RetryButton({ batchId, count }: { readonly batchId: string; readonly count: number }) {
  const w = devicesWords.read();
  const navigate = useNavigate();
  const [pin, setPin] = useState('');
  const retry = useMutation({
    mutationFn: (given: string) => school.commands.retryBatch(batchId, given === '' ? {} : { pin: given }),
    onSuccess: ({ id }) => navigate({ to: '/devices/batches/$id', params: { id } }),
  });
  const needsPin = asksForPin(retry.error) || (retry.isPending && retry.variables !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    retry.mutate(pin);
  };
  return (
    <>
      <Button onClick={() => retry.mutate('')} loading={retry.isPending}>
        {w.tryThose(count)}
      </Button>
      <Problem error={needsPin ? null : retry.error} />
      <Dialog opened={needsPin} onClose={() => retry.reset()} title={w.pinAgainTitle} size="small">
        <form onSubmit={submit}>
          <Stack gap={16}>
            <p>{w.pinAgain}</p>
            <TextInput
              label={w.pin}
              value={pin}
              onChange={({ currentTarget }) => setPin(currentTarget.value)}
              inputMode="numeric"
              autoComplete="off"
              pattern="[0-9]{4,8}"
              maxLength={8}
              required
              data-autofocus
            />
            <DialogButtons>
              <Button variant="default" onClick={() => retry.reset()}>
                {common.read().cancel}
              </Button>
              <Button type="submit" loading={retry.isPending}>
                {w.tryThose(count)}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

function asksForPin(error: unknown): boolean {
  return error instanceof ApiError && error.errors.some(({ pointer }) => pointer === '#/pin');
}
