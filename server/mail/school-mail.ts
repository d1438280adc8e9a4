import type { CurrentMail } from '../../api/outbound/mailer.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Sealer } from '../../kit/sealing.ts';
import { openSecret, type SettingsSource } from '../../store/rules/organisation-settings.ts';
import { SUBMISSION_PORT } from '../config/smtp-settings.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Tells how the school gets e-mail at this moment: null where no mail server is set, or its password cannot be opened. */
export function createSchoolMail({
  settings,
  sealer,
  log,
}: {
  readonly settings: SettingsSource;
  readonly sealer: Sealer;
  readonly log: Log;
}): CurrentMail {
  return async () => {
    const now = await settings.read();
    const { 'mail.host': host, 'mail.from': from, 'mail.port': port, 'mail.user': user } = now.values;
    if (host === null || from === null) return null;
    let password: string | null;
    try {
      password = openSecret(sealer, now, 'mail.password');
    } catch (error) {
      log.error({ error: messageOf(error) }, 'no e-mail is sent: its password must be set anew');
      return null;
    }
    const server = {
      ...{ host, user, password, from },
      port: port === 0 ? SUBMISSION_PORT : port,
      secure: now.mailIsSecure,
    };
    return { mailer: createSmtpMailer(server, log), recipients: now.values['mail.reportRecipients'] };
  };
}
