import { readConnectivityUrl, readSchoolHours, readUpstreams } from '../../kit/filtering-readers.ts';
import {
  type Reader,
  readCidrs,
  readDays,
  readDomain,
  readDomains,
  readFlag,
  readGivenRole,
  readGroupRoles,
  readHost,
  readHosts,
  readIssuer,
  readLogLevel,
  readMailAddresses,
  readOptionalHost,
  readOptionalText,
  readOrigins,
  readPort,
  readSender,
  readSmtpUrl,
  readStopDelay,
  readText,
  readTimezone,
} from '../../kit/setting-readers.ts';

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
  stopDelaySeconds: { key: 'stop_delay_seconds', read: readStopDelay },
  apiCorsOrigins: { key: 'api.cors_origins', read: readOrigins },
  metricsAllowCidrs: { key: 'metrics.allow_cidrs', read: readCidrs },
  organisationName: { key: 'organisation.name', read: readOptionalText },
  organisationTimezone: { key: 'organisation.timezone', read: readTimezone },
  organisationAccountDomain: { key: 'organisation.account_domain', read: readDomain },
  organisationHelpLine: { key: 'organisation.help_line', read: readOptionalText },
  filteringSchoolHours: { key: 'filtering.school_hours', read: readSchoolHours },
  filteringUpstreams: { key: 'filtering.upstreams', read: readUpstreams },
  filteringConnectivityUrl: { key: 'filtering.connectivity_url', read: readConnectivityUrl },
  backupBeforeUpgrade: { key: 'backup.before_upgrade', read: readFlag },
  retentionLogsDays: { key: 'retention.logs_days', read: readDays },
  retentionActivityDays: { key: 'retention.activity_days', read: readDays },
  retentionAlertsDays: { key: 'retention.alerts_days', read: readDays },
  retentionDeviceEventsDays: { key: 'retention.device_events_days', read: readDays },
  retentionAuditDays: { key: 'retention.audit_days', read: readDays },
  signInIssuer: { key: 'sign_in.issuer', read: readIssuer },
  signInClientId: { key: 'sign_in.client_id', read: readOptionalText },
  signInClientSecret: { key: 'sign_in.client_secret', read: readOptionalText },
  signInClientSecretFile: { key: 'sign_in.client_secret_file', read: readOptionalText, kind: 'path' },
  signInAllowedDomains: { key: 'sign_in.allowed_domains', read: readDomains },
  signInNewAccountRole: { key: 'sign_in.new_account_role', read: readGivenRole },
  signInGroupRoles: { key: 'sign_in.group_roles', read: readGroupRoles },
  signInTrustEmail: { key: 'sign_in.trust_email', read: readFlag },
  signInAllowCidrs: { key: 'sign_in.allow_cidrs', read: readCidrs },
  signInAllowHttpCidrs: { key: 'sign_in.allow_http_cidrs', read: readCidrs },
  smtpUrl: { key: 'smtp.url', read: readSmtpUrl },
  smtpHost: { key: 'smtp.host', read: readOptionalHost },
  smtpPort: { key: 'smtp.port', read: readPort },
  smtpUser: { key: 'smtp.user', read: readOptionalText },
  smtpPassword: { key: 'smtp.password', read: readOptionalText },
  smtpPasswordFile: { key: 'smtp.password_file', read: readOptionalText, kind: 'path' },
  smtpFrom: { key: 'smtp.from', read: readSender },
  reportRecipients: { key: 'report.recipients', read: readMailAddresses },
  categoriesRecommended: { key: 'categories.recommended', read: readFlag },
  categoriesShippedFile: { key: 'categories.shipped_file', read: readOptionalText, kind: 'path' },
  categoriesAllowCidrs: { key: 'categories.allow_cidrs', read: readCidrs },
  categoriesAllowHttpCidrs: { key: 'categories.allow_http_cidrs', read: readCidrs },
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

/** Whether a host stands for every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
