import type { GIVEN_ROLES, Organization } from '../../contracts/rest/organisation.ts';
import type {
  OrganisationSettingName,
  OrganisationSettingsRecord,
} from '../../store/ports/organisation-settings.ts';
import type { OrganisationRecord } from '../../store/ports/organisations.ts';
import type { EffectiveSettings } from '../../store/rules/organisation-settings.ts';
import { timestamp } from '../../store/views/timestamp.ts';

/** The settings of an organisation as API users see them: of a secret only whether there is one. */
export function toOrganization(
  { values, sources }: EffectiveSettings,
  { plan }: OrganisationRecord,
  { version, updatedAt }: OrganisationSettingsRecord,
): Organization {
  return {
    name: values.name,
    timeZone: values.timeZone,
    accountDomain: values.accountDomain,
    helpLine: values.helpLine,
    schoolHours: values.schoolHours.map((window) => ({ ...window, days: [...window.days] })),
    holidays: values.holidays.map((holiday) => ({ ...holiday })),
    retention: {
      logsDays: values['retention.logsDays'],
      activityDays: values['retention.activityDays'],
      alertsDays: values['retention.alertsDays'],
      deviceEventsDays: values['retention.deviceEventsDays'],
      auditDays: values['retention.auditDays'],
    },
    logLevel: values.logLevel,
    resolvers: [...values.resolvers],
    mail: {
      host: values['mail.host'],
      port: values['mail.port'],
      user: values['mail.user'],
      passwordSet: values['mail.password'] !== null,
      from: values['mail.from'],
      reportRecipients: [...values['mail.reportRecipients']],
    },
    singleSignOn: {
      issuer: values['singleSignOn.issuer'],
      clientId: values['singleSignOn.clientId'],
      clientSecretSet: values['singleSignOn.clientSecret'] !== null,
      allowedDomains: [...values['singleSignOn.allowedDomains']],
      newAccountRole: values['singleSignOn.newAccountRole'] as GivenRole | null,
      groupRoles: values['singleSignOn.groupRoles'].map(({ group, role }) => ({
        group,
        role: role as GivenRole,
      })),
      trustEmail: values['singleSignOn.trustEmail'],
    },
    plan,
    sources: nested(sources),
    version,
    updatedAt: updatedAt === null ? null : timestamp(updatedAt),
  };
}

/** The readers let no other role through. */
type GivenRole = (typeof GIVEN_ROLES)[number];

function nested(sources: EffectiveSettings['sources']): Organization['sources'] {
  const tree: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(sources) as [OrganisationSettingName, string][]) {
    const [group = '', member] = name.split('.');
    if (member === undefined) tree[group] = source;
    else tree[group] = { ...(tree[group] as object | undefined), [member]: source };
  }
  return tree as Organization['sources'];
}
