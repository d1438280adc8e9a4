import { messageOf } from '../../kit/fault.ts';
import { html } from '../../kit/html.ts';
import type { Log } from '../../kit/log.ts';
import { base62, type Random } from '../../kit/random.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { Mailer, MailMessage } from '../outbound/mailer.ts';

/** A letter to a person about the own account. */
export interface Letter {
  readonly subject: string;
  readonly sentences: readonly string[];
  /** Stands between the first sentence and the others. */
  readonly link?: string;
}

/** E-mails to people about their accounts. */
export interface AccountMail {
  /**
   * Sends a letter, beginning when the answer to the present request is on its way, so that the time of the answer tells nobody whether there was one. A letter that
   * cannot be sent is logged. @param onLost called when it could not be sent
   */
  send(account: Pick<AccountRecord, 'id' | 'email'>, letter: Letter, onLost?: () => Promise<void>): void;
}

const ID_LENGTH = 22; // 128 bits in base62

export function createAccountMail({
  mailer,
  random,
  log,
}: {
  readonly mailer: Mailer;
  readonly random: Random;
  readonly log: Log;
}): AccountMail {
  return {
    send({ id, email }, letter, onLost) {
      const sent = async (): Promise<void> => {
        try {
          await mailer.send(messageOfLetter(letter, email, base62(random, ID_LENGTH)));
        } catch (error) {
          log.warn({ accountId: id, error: messageOf(error) }, 'a letter about an account could not be sent');
          await onLost?.();
        }
      };
      setImmediate(() => {
        sent().catch((error: unknown) =>
          log.warn({ accountId: id, error: messageOf(error) }, 'a lost letter could not be noted'),
        );
      });
    },
  };
}

function messageOfLetter({ subject, sentences, link }: Letter, to: string, id: string): MailMessage {
  const [first = '', ...others] = sentences;
  const lines = [first, ...(link === undefined ? [] : [link]), ...others];
  return {
    to: [to],
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:Arial,Helvetica,sans-serif">${lines.map((line) =>
      line === link ? html`<p><a href="${line}">${line}</a></p>` : html`<p>${line}</p>`,
    )}</body></html>
`.text,
    attachments: [],
    id: `account-${id}`,
  };
}
