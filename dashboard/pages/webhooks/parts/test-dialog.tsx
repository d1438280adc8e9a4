import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { askEventTypes } from '../queries.ts';
import { webhooksWords } from '../words.ts';
import { Attempt } from './delivery-dialog.tsx';
import { eventLabel } from './event-label.ts';
import { TextBlock } from './text-block.tsx';

interface TestDialogProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const TEST = 'webhook.test';

/** Sends a sample, and shows what came back. */
export function TestDialog({ webhook, opened, onClose }: TestDialogProps) {
  const w = webhooksWords.read();
  const [eventType, setEventType] = useState(TEST);
  const types = useQuery({ ...askEventTypes(), enabled: opened });
  const sending = useMutation({ mutationFn: () => school.webhooks.test(webhook.id, { eventType }) });
  const result = sending.data;
  return (
    <Dialog opened={opened} onClose={onClose} title={w.testTitle} size="wide">
      <div className="stack">
        <p className="quiet">{w.testText}</p>
        <SelectField
          label={w.testEvent}
          data={[
            { value: TEST, label: w.testDefault },
            ...(types.data ?? [])
              .filter((type) => type !== TEST)
              .map((type) => ({ value: type, label: eventLabel(type) })),
          ]}
          value={eventType}
          onChange={(chosen) => setEventType(chosen ?? TEST)}
        />
        <Problem error={types.error ?? sending.error} />
        <div className="stack" role="status">
          {result === undefined ? null : (
            <>
              <Notice kind={result.succeeded ? 'good' : 'bad'}>
                <p>
                  {result.succeeded && result.responseStatus !== null
                    ? w.testWorked(result.responseStatus, result.durationMs)
                    : w.testFailed(result.error ?? String(result.responseStatus ?? w.noAnswer))}
                </p>
              </Notice>
              <TextBlock label={w.body} text={result.requestBody} />
              <Attempt attempt={result} />
            </>
          )}
        </div>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {common.read().close}
          </Button>
          <Button loading={sending.isPending} onClick={() => sending.mutate()}>
            {w.testSend}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
