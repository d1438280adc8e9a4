import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryAttempt } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { number } from '../../../app/words/numbers.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { askDelivery } from '../queries.ts';
import { webhooksWords } from '../words.ts';
import { answerText, DeliveryState } from './delivery-state.tsx';
import { TextBlock } from './text-block.tsx';

interface DeliveryDialogProps {
  readonly webhookId: string;
  readonly deliveryId: string;
  /** A webhook that is off sends nothing. */
  readonly isOn: boolean;
  readonly onClose: () => void;
}

/** One delivery: what is sent, and each attempt with the answer. */
export function DeliveryDialog({ webhookId, deliveryId, isOn, onClose }: DeliveryDialogProps) {
  const w = webhooksWords.read();
  const may = useMay();
  const client = useQueryClient();
  const delivery = useQuery(askDelivery(webhookId, deliveryId));
  const again = useMutation({
    mutationFn: () => school.webhooks.deliveries.redeliver(webhookId, deliveryId),
    onSuccess: async () => {
      toast({ text: w.redelivered });
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const title = delivery.data === undefined ? w.deliveries : w.deliveryTitle(delivery.data.eventType);
  return (
    <Dialog opened onClose={onClose} title={title} size="wide">
      <div className="stack">
        <Loaded query={delivery} rows={8}>
          {(data) => <Details delivery={data} />}
        </Loaded>
        <Problem error={again.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().close}
          </Button>
          {may('redeliverWebhookDelivery') && isOn ? (
            <Button loading={again.isPending} onClick={() => again.mutate()}>
              {w.redeliver}
            </Button>
          ) : null}
        </DialogButtons>
      </div>
    </Dialog>
  );
}

function Details({ delivery }: { readonly delivery: Delivery }) {
  const w = webhooksWords.read();
  const attempts = [...delivery.attempts].sort((one, other) => other.number - one.number);
  return (
    <div className="stack">
      <Facts
        items={[
          { label: w.state, value: <DeliveryState status={delivery.status} /> },
          { label: w.at, value: <Moment at={delivery.createdAt} /> },
          { label: w.attempts, value: number(delivery.attemptCount) },
          ...(delivery.nextAttemptAt === null
            ? []
            : [{ label: w.nextAttempt, value: <Moment at={delivery.nextAttemptAt} show="ago" /> }]),
        ]}
      />
      <TextBlock label={w.body} text={delivery.requestBody} />
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </div>
  );
}

/** One request with its answer. */
export function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const w = webhooksWords.read();
  return (
    <section className="webhooks-attempt" aria-label={w.attempt(attempt.number)}>
      <h3>
        {w.attempt(attempt.number)} · {answerText(attempt)}
        {attempt.trigger === 'manual' ? ` · ${w.manual}` : null}
      </h3>
      <p className="quiet text-meta">
        <Moment at={attempt.startedAt} /> · {w.took(attempt.durationMs)}
      </p>
      {attempt.error === null ? null : <p>{attempt.error}</p>}
      {attempt.responseBody === null ? null : <TextBlock label={w.answerBody} text={attempt.responseBody} />}
      <TextBlock
        label={w.sentHeaders}
        text={Object.entries(attempt.requestHeaders)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
    </section>
  );
}
