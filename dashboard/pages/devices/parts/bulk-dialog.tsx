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
  readonly type: BulkType;
  readonly target: Target;
  readonly count: number;
  readonly onClose: () => void;
  readonly onSent: (batchId: string) => void;
}

/** An order to many laptops: what to fill in, whom it hits, and then exactly that set. */
export function BulkDialog({ type, target, count, onClose, onSent }: Bulk) {
  const w = devicesWords.read();
  const [order, setOrder] = useState<OrderText>(EMPTY_ORDER);
  const [body, setBody] = useState<CommandBatchInput | null>(
    hasForm(type) ? null : orderOf(type, EMPTY_ORDER, target),
  );
  const [sentId, setSentId] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (whole: CommandBatchInput) => school.commands.sendBatch(whole),
    onSuccess: ({ id }) => (order.pin === '' ? onSent(id) : setSentId(id)),
  });
  if (sentId !== null)
    return (
      <Dialog opened onClose={() => onSent(sentId)} title={w.pinTitle}>
        <SecretOnce label={w.pin} value={order.pin} onDone={() => onSent(sentId)} />
      </Dialog>
    );
  return (
    <Dialog opened onClose={onClose} title={w.orders[type].title(count)} size="normal">
      {body === null ? (
        <OrderForm
          {...{ type, order, onClose }}
          onChange={setOrder}
          onDone={() => setBody(orderOf(type, order, target))}
        />
      ) : (
        <BulkPreview
          {...{ type, body }}
          sending={send.isPending}
          error={isOutdated(send.error) ? null : send.error}
          isOutdated={isOutdated(send.error)}
          onBack={hasForm(type) ? () => setBody(null) : onClose}
          onSend={(token) => send.mutate({ ...body, token })}
        />
      )}
    </Dialog>
  );
}

/** Whether the laptops are no longer those that were shown, or it was shown too long ago. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'preview_outdated';
}
