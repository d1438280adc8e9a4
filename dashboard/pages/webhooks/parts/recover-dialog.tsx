import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { zoneName } from '../../../app/time/tell.ts';

import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { instantOf } from '../../explain/parts/local-moment.ts';
import { webhooksWords } from '../words.ts';

interface RecoverDialogProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Sends again what the address has not taken, such as after it was down. */
export function RecoverDialog({ webhook, opened, onClose }: RecoverDialogProps) {
  const w = webhooksWords.read();
  const client = useQueryClient();
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const recovering = useMutation({
    mutationFn: () =>
      school.webhooks.recover(webhook.id, {
        since: instantOf(since),
        ...(until === '' ? {} : { until: instantOf(until) }),
      }),
    onSuccess: async () => {
      toast({ text: w.recovering });
      onClose();
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    recovering.mutate();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={w.recoverTitle} size="small">
      <form className="stack" onSubmit={send}>
        <p>{w.recoverText}</p>
        <TextInput
          type="datetime-local"
          label={w.recoverSince}
          description={w.zone(zoneName())}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
          error={fieldProblem(recovering.error, '#/since')}
          required
        />
        <TextInput
          type="datetime-local"
          label={w.recoverUntil}
          description={w.recoverUntilNote}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          error={fieldProblem(recovering.error, '#/until')}
        />
        <Problem error={recovering.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().cancel}
          </Button>
          <Button type="submit" loading={recovering.isPending}>
            {w.recoverAct}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
