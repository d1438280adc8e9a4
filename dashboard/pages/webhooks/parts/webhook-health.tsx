import type { Webhook } from '../../../../sdk/node/index.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Pill } from '../../../ui/status.tsx';
import { webhooksWords } from '../words.ts';

/** Whether it works, in one word. */
export function WebhookHealth({ webhook }: { readonly webhook: Webhook }) {
  const w = webhooksWords.read();
  if (!webhook.enabled)
    return isOffByServer(webhook) ? (
      <Pill tone="bad" icon="circle-x">
        {w.offByServer}
      </Pill>
    ) : (
      <Pill tone="quiet" icon="minus">
        {w.off}
      </Pill>
    );
  if (webhook.failing)
    return (
      <Pill tone="bad" icon="alert-triangle">
        {w.fails}
      </Pill>
    );
  return webhook.lastSuccessAt === null ? (
    <Pill tone="quiet" icon="ring">
      {w.nothingSent}
    </Pill>
  ) : (
    <Pill tone="good" icon="check">
      {w.works}
    </Pill>
  );
}

/** Why it does not work, and what that means; nothing where it does. */
export function HealthNotice({ webhook }: { readonly webhook: Webhook }) {
  const w = webhooksWords.read();
  if (webhook.enabled)
    return webhook.failing ? (
      <Notice kind="bad" title={w.fails}>
        <p>{w.failsText}</p>
      </Notice>
    ) : null;
  const offByServer = isOffByServer(webhook);
  return (
    <Notice kind={offByServer ? 'bad' : 'quiet'} title={offByServer ? w.offByServer : w.off}>
      {webhook.disabledReason === null ? null : (
        <p>{w.reasons[webhook.disabledReason] ?? webhook.disabledReason}</p>
      )}
      <p>{w.offText}</p>
    </Notice>
  );
}

function isOffByServer({ disabledReason }: Webhook): boolean {
  return disabledReason !== null && disabledReason !== 'requested';
}
