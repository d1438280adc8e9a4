import { readFileSync } from 'node:fs';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import type { Settings } from './settings.ts';

/** How the server sends e-mail. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; else STARTTLS where it is offered. */
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  readonly from: string;
}

/** Submission (RFC 6409), and submission over TLS (RFC 8314). */
export const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;

/** The mail server of `[smtp]`; null when none is set. @throws OperatorError for settings that do not fit together */
export function smtpSettings(settings: Settings): SmtpSettings | null {
  const { smtpUrl, smtpHost, smtpFrom, reportRecipients } = settings;
  if (smtpUrl !== null && smtpHost !== null)
    throw new OperatorError('smtp.url and smtp.host are both set: keep one.');
  if (smtpUrl === null && smtpHost === null) {
    if (reportRecipients.length > 0)
      throw new OperatorError(
        'report.recipients is set but neither smtp.url nor smtp.host: name a mail server.',
      );
    return null;
  }
  if (smtpFrom === null)
    throw new OperatorError(
      'A mail server is set but smtp.from is not: name the address that mail comes from.',
    );
  const password = passwordOf(settings);
  const server = smtpUrl === null ? namedServer(settings) : addressedServer(smtpUrl);
  return {
    ...server,
    user: server.user ?? settings.smtpUser,
    password: server.password ?? password,
    from: smtpFrom,
  };
}

type Server = Omit<SmtpSettings, 'from'>;

function namedServer({ smtpHost, smtpPort }: Settings): Server {
  const port = smtpPort === 0 ? SUBMISSION_PORT : smtpPort;
  return { host: smtpHost ?? '', port, secure: port === SUBMISSIONS_PORT, user: null, password: null };
}

/** The reader has checked that it is one. */
function addressedServer(text: string): Server {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const usual = secure ? SUBMISSIONS_PORT : SUBMISSION_PORT;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usual : Number(url.port),
    secure,
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
  };
}

function passwordOf({ smtpPassword, smtpPasswordFile }: Settings): string | null {
  if (smtpPassword !== null && smtpPasswordFile !== null)
    throw new OperatorError('smtp.password and smtp.password_file are both set: keep one.');
  if (smtpPasswordFile === null) return smtpPassword;
  try {
    return readFileSync(smtpPasswordFile, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`smtp.password_file ${smtpPasswordFile} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
