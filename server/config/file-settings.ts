import type { OrganisationSettingName } from '../../store/ports/organisation-settings.ts';
import type { FileSettings } from '../../store/rules/organisation-settings.ts';
import type { LoadedConfig } from './load-config.ts';
import { oidcSettings } from './oidc-settings.ts';
import type { SettingName } from './settings.ts';
import { smtpSettings } from './smtp-settings.ts';

/** The settings of the file that can also be set over the API, with those that they are made of. */
export const SETTINGS_OF_FILE: Readonly<Record<OrganisationSettingName, readonly SettingName[]>> = {
  name: ['organisationName'],
  timeZone: ['organisationTimezone'],
  accountDomain: ['organisationAccountDomain'],
  helpLine: ['organisationHelpLine'],
  schoolHours: ['filteringSchoolHours'],
  // The file has none.
  holidays: [],
  'retention.logsDays': ['retentionLogsDays'],
  'retention.activityDays': ['retentionActivityDays'],
  'retention.alertsDays': ['retentionAlertsDays'],
  'retention.deviceEventsDays': ['retentionDeviceEventsDays'],
  'retention.auditDays': ['retentionAuditDays'],
  logLevel: ['logLevel'],
  resolvers: ['filteringUpstreams'],
  'mail.host': ['smtpHost', 'smtpUrl'],
  'mail.port': ['smtpPort', 'smtpUrl'],
  'mail.user': ['smtpUser', 'smtpUrl'],
  'mail.password': ['smtpPassword', 'smtpPasswordFile', 'smtpUrl'],
  'mail.from': ['smtpFrom'],
  'mail.reportRecipients': ['reportRecipients'],
  'singleSignOn.issuer': ['signInIssuer'],
  'singleSignOn.clientId': ['signInClientId'],
  'singleSignOn.clientSecret': ['signInClientSecret', 'signInClientSecretFile'],
  'singleSignOn.allowedDomains': ['signInAllowedDomains'],
  'singleSignOn.newAccountRole': ['signInNewAccountRole'],
  'singleSignOn.groupRoles': ['signInGroupRoles'],
  'singleSignOn.trustEmail': ['signInTrustEmail'],
};

/** What the file, the environment and flags say of them. @throws OperatorError for settings that do not fit together */
export function fileSettings({ settings, chosen }: Pick<LoadedConfig, 'settings' | 'chosen'>): FileSettings {
  const smtp = smtpSettings(settings);
  const oidc = oidcSettings(settings);
  const values: FileSettings['values'] = {
    name: settings.organisationName,
    timeZone: settings.organisationTimezone,
    accountDomain: settings.organisationAccountDomain,
    helpLine: settings.organisationHelpLine,
    schoolHours: settings.filteringSchoolHours ?? [],
    holidays: [],
    'retention.logsDays': settings.retentionLogsDays,
    'retention.activityDays': settings.retentionActivityDays,
    'retention.alertsDays': settings.retentionAlertsDays,
    'retention.deviceEventsDays': settings.retentionDeviceEventsDays,
    'retention.auditDays': settings.retentionAuditDays,
    logLevel: settings.logLevel,
    resolvers: settings.filteringUpstreams,
    'mail.host': smtp?.host ?? null,
    'mail.port': smtp?.port ?? settings.smtpPort,
    'mail.user': smtp?.user ?? settings.smtpUser,
    'mail.password': smtp?.password ?? null,
    'mail.from': settings.smtpFrom,
    'mail.reportRecipients': settings.reportRecipients,
    'singleSignOn.issuer': settings.signInIssuer,
    'singleSignOn.clientId': settings.signInClientId,
    'singleSignOn.clientSecret': oidc?.clientSecret ?? null,
    'singleSignOn.allowedDomains': settings.signInAllowedDomains,
    'singleSignOn.newAccountRole': settings.signInNewAccountRole,
    'singleSignOn.groupRoles': settings.signInGroupRoles.map(([group, role]) => ({ group, role })),
    'singleSignOn.trustEmail': settings.signInTrustEmail,
  };
  const names = Object.keys(SETTINGS_OF_FILE) as OrganisationSettingName[];
  return {
    values,
    chosen: new Set(
      names.filter(
        (name) => values[name] !== null && SETTINGS_OF_FILE[name].some((setting) => chosen.has(setting)),
      ),
    ),
    mailIsSecure: smtp?.secure ?? false,
  };
}
