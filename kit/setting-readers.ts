import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LOG_LEVELS, type LogLevel } from '../contracts/log-levels.ts';
import { isRole, type Role } from '../contracts/roles.ts';

/**
 * Reads one value, as TOML gives it or as text from the environment or a flag.
 * @throws RangeError whose message completes "<name> …": `must be a port …`
 */
export type Reader<T> = (value: unknown) => T;

const MAX_PORT = 65_535;
// A label of a host name (RFC 1123 section 2.1).
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

function text(value: unknown): string {
  if (typeof value !== 'string') throw new RangeError(`must be text in quotes, not ${JSON.stringify(value)}`);
  return value.trim();
}

/** Text that is not empty. */
export const readText: Reader<string> = (value) => {
  const read = text(value);
  if (read === '') throw new RangeError('must not be empty');
  return read;
};

/** Text, or null for an empty one. */
export const readOptionalText: Reader<string | null> = (value) => text(value) || null;

/** A TCP port; 0 lets the system choose one. */
export const readPort: Reader<number> = (value) => {
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value.trim()) ? Number(value) : value;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    throw new RangeError(`must be a port from 0 to ${MAX_PORT}, not ${JSON.stringify(value)}`);
  }
  return port;
};

/** Whether a text is an IP address or a host name. */
export function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  return host.length <= 253 && !/^[\d.]+$/.test(host) && host.split('.').every((label) => LABEL.test(label));
}

/** A host name or IP address, without brackets. */
export const readHost: Reader<string> = (value) => {
  const host = text(value).replace(/^\[(.*)\]$/, '$1');
  if (!isHost(host))
    throw new RangeError(`must be a host name or an IP address, not ${JSON.stringify(value)}`);
  return host;
};

function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => {
    const items = typeof value === 'string' ? value.split(',').filter((item) => item.trim() !== '') : value;
    if (!Array.isArray(items)) throw new RangeError(`must be a list, not ${JSON.stringify(value)}`);
    return items.map(read);
  };
}

const readCidr: Reader<string> = (value) => {
  const cidr = text(value);
  if (!ipaddr.isValidCIDR(cidr)) {
    throw new RangeError(`must hold networks such as "10.1.0.0/16", not ${JSON.stringify(value)}`);
  }
  return cidr;
};

export const readHosts: Reader<readonly string[]> = listOf(readHost);
export const readCidrs: Reader<readonly string[]> = listOf(readCidr);

const readOrigin: Reader<string> = (value) => {
  const origin = text(value);
  // URL.origin of anything that is more than an origin differs from it.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin))
    throw new RangeError(
      `must hold origins such as "https://portal.school.example", without a path, not ${JSON.stringify(value)}`,
    );
  return origin;
};

export const readOrigins: Reader<readonly string[]> = listOf(readOrigin);

/** Whoever stops a server kills it after a minute or so. */
const MAX_STOP_DELAY = 60;

/** Seconds from 0 to 60. */
export const readStopDelay: Reader<number> = (value) => {
  const seconds = typeof value === 'string' && /^\d{1,2}$/.test(value.trim()) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > MAX_STOP_DELAY)
    throw new RangeError(
      `must be a number of seconds from 0 to ${MAX_STOP_DELAY}, not ${JSON.stringify(value)}`,
    );
  return seconds;
};

/** One of the log's levels. */
export const readLogLevel: Reader<LogLevel> = (value) => {
  const level = LOG_LEVELS.find((known) => known === value);
  if (level === undefined)
    throw new RangeError(`must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(value)}`);
  return level;
};

/** An IANA time zone, or null for an empty text. */
export const readTimezone: Reader<string | null> = (value) => {
  const timezone = readOptionalText(value);
  if (timezone === null) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch (error) {
    throw new RangeError(`must be an IANA time zone such as "Europe/Madrid", not ${JSON.stringify(value)}`, {
      cause: error,
    });
  }
  return timezone;
};

/** The part of an e-mail address after the @, in lower case, or null for an empty text. */
export const readDomain: Reader<string | null> = (value) => {
  const domain = readOptionalText(value);
  if (domain === null) return null;
  if (!isHost(domain) || isIP(domain) !== 0) {
    throw new RangeError(`must be a domain such as "school.example", not ${JSON.stringify(value)}`);
  }
  return domain.toLowerCase();
};

/** The issuer identifier of an OpenID provider (OpenID Connect Core 1.0 section 2), or null for an empty text. */
export const readIssuer: Reader<string | null> = (value) => {
  const issuer = readOptionalText(value);
  if (issuer === null) return null;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new RangeError(
      `must be an address such as "https://accounts.google.com", not ${JSON.stringify(value)}`,
    );
  if (/^\/(common|organizations|consumers)(\/|$)/.test(url.pathname))
    throw new RangeError('must name your own tenant: with "common" anybody at all could sign in');
  return issuer;
};

/** A role that a sign-in may give, or null for an empty text. Owners are made by owners alone. */
export const readGivenRole: Reader<Role | null> = (value) => {
  const role = readOptionalText(value);
  return role === null ? null : givenRole(role);
};

/** Entries `group=role`; the group may hold `=` itself. */
export const readGroupRoles: Reader<readonly (readonly [group: string, role: Role])[]> = listOf((value) => {
  const entry = text(value);
  const at = entry.lastIndexOf('=');
  if (at < 1)
    throw new RangeError(`must hold entries such as "teachers=teacher", not ${JSON.stringify(value)}`);
  return [entry.slice(0, at).trim(), givenRole(entry.slice(at + 1).trim())] as const;
});

function givenRole(role: string): Role {
  if (isRole(role) && role !== 'owner') return role;
  throw new RangeError(`must name admin, helpdesk, teacher or viewer, not ${JSON.stringify(role)}`);
}

/** Names of domains, in lower case. */
export const readDomains: Reader<readonly string[]> = listOf((value) => {
  const domain = readDomain(value);
  if (domain === null) throw new RangeError('must not hold an empty domain');
  return domain;
});

/** true or false, in a file without quotes. */
export const readFlag: Reader<boolean> = (value) => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new RangeError(`must be true or false, not ${JSON.stringify(value)}`);
};

/** A host name or IP address, or null for an empty text. */
export const readOptionalHost: Reader<string | null> = (value) =>
  readOptionalText(value) === null ? null : readHost(value);

/** An address as mail servers take it (RFC 5321 section 4.1.2), the forms that are in use. */
const MAIL_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([^@\s<>]{1,253})$/;

function isMailAddress(address: string): boolean {
  const domain = MAIL_ADDRESS.exec(address)?.[1];
  return domain !== undefined && isHost(domain);
}

/** E-mail addresses. */
export const readMailAddresses: Reader<readonly string[]> = listOf((value) => {
  const address = text(value);
  if (!isMailAddress(address))
    throw new RangeError(`must hold addresses such as "office@school.example", not ${JSON.stringify(value)}`);
  return address;
});

/** `reports@school.example` or `Schoolgate <reports@school.example>`, or null for an empty text. */
export const readSender: Reader<string | null> = (value) => {
  const sender = readOptionalText(value);
  if (sender === null) return null;
  const [, name = '', inner] = /^([^<>"\r\n]{0,120})<([^<>]+)>$/.exec(sender) ?? [];
  if (!isMailAddress(inner ?? sender))
    throw new RangeError(
      `must be an address such as "Schoolgate <reports@school.example>", not ${JSON.stringify(value)}`,
    );
  return inner === undefined ? sender : `${name.trim()} <${inner}>`.trim();
};

/** `smtp://` or `smtps://`, with a host and perhaps user, password and port, or null for an empty text. */
export const readSmtpUrl: Reader<string | null> = (value) => {
  const url = readOptionalText(value);
  if (url === null) return null;
  const read = URL.canParse(url) ? new URL(url) : null;
  // It may hold a password: the message does not repeat it.
  if (
    read === null ||
    !['smtp:', 'smtps:'].includes(read.protocol) ||
    !isHost(read.hostname.replace(/^\[(.*)\]$/, '$1'))
  )
    throw new RangeError('must be an address such as "smtps://user:password@mail.school.example"');
  return url;
};

/** The longest time that records are kept: ten years. */
const MAX_DAYS = 3_650;

/** A number of days, 1 to 3,650. */
export const readDays: Reader<number> = (value) => {
  const days = typeof value === 'string' && /^\d{1,4}$/.test(value.trim()) ? Number(value) : value;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new RangeError(`must be a number of days from 1 to ${MAX_DAYS}, not ${JSON.stringify(value)}`);
  return days;
};
