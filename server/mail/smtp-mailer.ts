import { createTransport } from 'nodemailer';
import type { Mailer } from '../../api/mail/mailer.ts';
import { isLoopback } from '../../kit/addresses.ts';
import type { Log } from '../../kit/log.ts';
import type { SmtpSettings } from '../config/smtp-settings.ts';

/** A mail server that does not answer in this time is tried again later (milliseconds). */
const CONNECTION_TIMEOUT_MS = 20_000;
const SOCKET_TIMEOUT_MS = 60_000;

/**
 * Sends by SMTP (RFC 5321): with TLS from the start where the settings say so, else with STARTTLS as soon as the server offers it, and never a password without
 * either, except to this machine.
 */
export function createSmtpMailer(settings: SmtpSettings, log: Log): Mailer {
  const { host, port, secure, user, password, from } = settings;
  const auth = user === null ? {} : { auth: { user, pass: password ?? '' } };
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: user !== null && !isLoopback(host),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...auth,
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'schoolgate.invalid';
  return {
    async send({ to, subject, text, html, attachments, id }) {
      const sent = await transport.sendMail({
        from,
        to: [...to],
        subject,
        text,
        html,
        attachments: attachments.map((attachment) => ({ ...attachment })),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const refused = sent.rejected?.length ?? 0;
      if (refused > 0) log.warn({ refused }, 'the mail server refused some of the recipients');
    },
  };
}
