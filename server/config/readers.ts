import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LOG_LEVELS, type LogLevel } from '../../kit/log.ts';

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
