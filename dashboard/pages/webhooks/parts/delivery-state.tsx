import type { Delivery, DeliveryAttempt } from '../../../../sdk/node/index.ts';
import type { IconName } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/status.tsx';
import { webhooksWords } from '../words.ts';

type Look = readonly [tone: 'wait' | 'warn' | 'good' | 'bad', icon: IconName, dashed: boolean];

const LOOKS: Readonly<Record<string, Look>> = {
  pending: ['wait', 'hourglass', true],
  retrying: ['warn', 'refresh', true],
  succeeded: ['good', 'check', false],
  failed: ['bad', 'x', false],
};

/** How far a delivery is: dashed as long as it is not settled. */
export function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  const [tone, icon, dashed] = LOOKS[status] ?? ['wait', 'help', false];
  return (
    <Pill tone={tone} icon={icon} dashed={dashed}>
      {webhooksWords.read().states[status] ?? status}
    </Pill>
  );
}

/** What the address answered, in a word: its status, else why there is none. */
export function answerText(attempt: DeliveryAttempt | undefined): string {
  const w = webhooksWords.read();
  if (attempt === undefined) return '–';
  return attempt.responseStatus === null ? (attempt.error ?? w.noAnswer) : String(attempt.responseStatus);
}
