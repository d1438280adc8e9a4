import {
  type Reader,
  readCidrs,
  readDomain,
  readHost,
  readHosts,
  readLogLevel,
  readOptionalText,
  readPort,
  readText,
  readTimezone,
} from './readers.ts';

interface SettingRule {
  /** Name in the configuration file; a full stop parts the table from the key. */
  readonly key: string;
  readonly read: Reader<unknown>;
  /** `path`: a relative one in a file starts at that file. */
  readonly kind?: 'path';
}

/** The one table of settings: file, environment, flags and documentation come from it. */
export const SETTINGS = {
  dataDir: { key: 'data_dir', read: readText, kind: 'path' },
  host: { key: 'host', read: readHost },
  httpPort: { key: 'http_port', read: readPort },
  mqttPort: { key: 'mqtt_port', read: readPort },
  publicHosts: { key: 'public_hosts', read: readHosts },
  tlsCertificate: { key: 'tls_certificate', read: readOptionalText, kind: 'path' },
  tlsKey: { key: 'tls_key', read: readOptionalText, kind: 'path' },
  tlsAuthority: { key: 'tls_authority', read: readOptionalText, kind: 'path' },
  trustProxy: { key: 'trust_proxy', read: readCidrs },
  logLevel: { key: 'log_level', read: readLogLevel },
  organisationName: { key: 'organisation.name', read: readOptionalText },
  organisationTimezone: { key: 'organisation.timezone', read: readTimezone },
  organisationAccountDomain: { key: 'organisation.account_domain', read: readDomain },
  organisationHelpLine: { key: 'organisation.help_line', read: readOptionalText },
  webhookAllowCidrs: { key: 'webhook.allow_cidrs', read: readCidrs },
  webhookAllowHttpCidrs: { key: 'webhook.allow_http_cidrs', read: readCidrs },
} as const satisfies Record<string, SettingRule>;

export type SettingName = keyof typeof SETTINGS;

/** All settings, read and checked. Paths are absolute. An optional text that is empty is null. */
export type Settings = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['read']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The environment variable of a setting: `webhook.allow_cidrs` is `SCHOOLGATE_WEBHOOK_ALLOW_CIDRS`. */
export function variableOf(name: SettingName): string {
  return `SCHOOLGATE_${SETTINGS[name].key.replaceAll('.', '_').toUpperCase()}`;
}

/** The flag of a setting, for those that have one. */
export const FLAGS = {
  dataDir: '--data-dir',
  host: '--host',
  httpPort: '--http-port',
  mqttPort: '--mqtt-port',
  logLevel: '--log-level',
} as const satisfies Partial<Record<SettingName, string>>;

export type FlagName = keyof typeof FLAGS;

/** Whether a host name or address can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether a host stands for every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
