import type { Clock } from '../../kit/clock.ts';
import { html } from '../../kit/html.ts';
import type { Log } from '../../kit/log.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import type { CurrentMail, MailMessage } from '../outbound/mailer.ts';
import type { Job } from '../scheduler/job.ts';

const MINUTE_MS = 60_000;
/** How often the job looks for disabled webhooks without a mail. */
const EVERY_MS = 5 * MINUTE_MS;

export interface DisabledMailTools {
  readonly store: Pick<Store, 'webhooks'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked at each run; null = no e-mail is sent. */
  readonly mail: CurrentMail;
}

/**
 * Sends the school one e-mail for each webhook that was disabled because its receiver was gone, and another after it was enabled and
 * disabled again. A mail that could not be sent is tried again. The recipients belong to the school itself, not to
 * other organisations on this server.
 */
export function createDisabledMailJob({ store, clock, log, mail }: DisabledMailTools): Job {
  return {
    name: 'webhooks.disabled_mail',
    next: (after) => (Math.floor(after / EVERY_MS) + 1) * EVERY_MS,
    async run(signal) {
      const { mailer = null, recipients = [] } = (await mail()) ?? {};
      if (mailer === null || recipients.length === 0) return;
      for (const webhook of await store.webhooks.untold()) {
        if (signal.aborted) return;
        if (webhook.organisationId !== DEFAULT_ORGANISATION_ID) continue;
        await mailer.send(disabledMail(webhook, recipients));
        await store.webhooks.told(webhook.id, clock.now());
        log.info({ webhookId: webhook.id }, 'the school was told of a disabled webhook');
      }
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  gone: 'Its receiver answered 410 (gone).',
  restored:
    'A backup was restored, and its secret or address may be out of date: give it a new secret first.',
  no_success_for_5_days: 'It has taken nothing for five days.',
};

/** The mail names only the host of a receiver, because its address may carry a token. */
function disabledMail(webhook: WebhookRecord, to: readonly string[]): MailMessage {
  const host = URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.kind;
  const subject = `Schoolgate has disabled the webhook to ${host}`;
  const sentences = [
    `Events are no longer sent to ${host} (${webhook.id}). ${REASONS[webhook.disabledReason ?? ''] ?? ''}`.trim(),
    'When the receiver works again, enable the webhook and have the events since then sent with “recover”.',
  ];
  return {
    to,
    subject,
    text: `${sentences.join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:Arial,Helvetica,sans-serif">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</body></html>
`.text,
    attachments: [],
    id: `${webhook.id}-${webhook.enabledAt}`,
  };
}
