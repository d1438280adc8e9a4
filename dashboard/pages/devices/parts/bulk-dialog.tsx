import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandBatchInput } from '../../../../sdk/node/index.ts';
import { ApiError } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SecretOnce } from '../../../ui/secret-once.tsx';
import { devicesWords } from '../words.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { type BulkType, EMPTY_ORDER, hasForm, type OrderText, orderOf, type Target } from './commands.ts';
import { OrderForm } from './order-form.tsx';

interface Bulk {
  /** Null = no order is asked for. */
  readonly type: BulkType | null;
  readonly target: Target;
  readonly count: number;
  readonly onClose: () => void;
  readonly onSent: (batchId: string) => void;
}

/** An order to many laptops: what to fill in, whom it hits, and then exactly that set. */
export function BulkDialog({ type, target, count, onClose, onSent }: Bulk) {
  const w = devicesWords.read();
  const [sentId, setSentId] = useState<string | null>(null);
  const leave = (): void => (sentId === null ? onClose() : onSent(sentId));
  return (
    <Dialog opened={type !== null} onClose={leave} title={type === null ? '' : w.orders[type].title(count)}>
      {type !== null && (
        <Steps key={type} {...{ type, target, onClose }} onSent={onSent} onSecret={setSentId} />
      )}
    </Dialog>
  );
}

interface StepsProps extends Omit<Bulk, 'type' | 'count'> {
  readonly type: BulkType;
  /** The order is sent, and its PIN is shown for the last time. */
  readonly onSecret: (batchId: string) => void;
}

function Steps({ type, target, onClose, onSent, onSecret }: StepsProps) {
  const w = devicesWords.read();
  const [order, setOrder] = useState<OrderText>(EMPTY_ORDER);
  const [body, setBody] = useState<CommandBatchInput | null>(
    hasForm(type) ? null : orderOf(type, EMPTY_ORDER, target),
  );
  const send = useMutation({
    mutationFn: (whole: CommandBatchInput) => school.commands.sendBatch(whole),
    onSuccess: ({ id }) => (order.pin === '' ? onSent(id) : onSecret(id)),
  });
  if (send.isSuccess && order.pin !== '')
    return <SecretOnce label={w.pin} value={order.pin} onDone={() => onSent(send.data.id)} />;
  if (body === null)
    return (
      <OrderForm
        {...{ type, order, onClose }}
        onChange={setOrder}
        onDone={() => setBody(orderOf(type, order, target))}
      />
    );
  return (
    <BulkPreview
      {...{ type, body }}
      sending={send.isPending}
      error={isOutdated(send.error) ? null : send.error}
      isOutdated={isOutdated(send.error)}
      onBack={hasForm(type) ? () => setBody(null) : onClose}
      onSend={(token) => send.mutate({ ...body, token })}
    />
  );
}

/** Whether the laptops are no longer those that were shown, or it was shown too long ago. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'preview_outdated';
}
