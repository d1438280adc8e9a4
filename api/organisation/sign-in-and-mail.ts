import type { Sealer } from '../../kit/sealing.ts';
import type { OrganisationSettingName } from '../../store/ports/organisation-settings.ts';
import { type EffectiveSettings, openSecret } from '../../store/rules/organisation-settings.ts';
import type { OidcSettings } from '../sign-in/oidc-settings.ts';

/** Why settings do not fit together. */
export interface SettingsConflict {
  readonly name: OrganisationSettingName;
  /** Completes a sentence that begins with the name. */
  readonly problem: string;
}

/** The first settings of mail or single sign-on that do not fit together; null = they do. */
export function conflictIn(settings: EffectiveSettings): SettingsConflict | null {
  return mailConflict(settings) ?? signInConflict(settings);
}

function mailConflict({ values }: EffectiveSettings): SettingsConflict | null {
  if (values['mail.host'] === null)
    return values['mail.reportRecipients'].length === 0
      ? null
      : { name: 'mail.host', problem: 'is needed to send reports to anybody' };
  return values['mail.from'] === null
    ? { name: 'mail.from', problem: 'is needed: the address that mail comes from' }
    : null;
}

/** People without an account get one only of the school's own domains. */
function signInConflict({ values }: EffectiveSettings): SettingsConflict | null {
  if (values['singleSignOn.issuer'] === null) return null;
  if (values['singleSignOn.clientId'] === null)
    return { name: 'singleSignOn.clientId', problem: 'is needed where an issuer is set' };
  if (values['singleSignOn.clientSecret'] === null)
    return {
      name: 'singleSignOn.clientSecret',
      problem: 'is needed for this issuer and client: a secret of another is not sent to it',
    };
  const makesAccounts =
    values['singleSignOn.newAccountRole'] !== null || values['singleSignOn.groupRoles'].length > 0;
  return makesAccounts && values['singleSignOn.allowedDomains'].length === 0
    ? {
        name: 'singleSignOn.allowedDomains',
        problem: 'must name the school’s domains, because a role makes accounts for people who have none',
      }
    : null;
}

/** The OpenID provider; null = none, or its settings do not fit together. @throws Error when the secret was sealed with another master key */
export function signInOf(settings: EffectiveSettings, sealer: Sealer): OidcSettings | null {
  const { values } = settings;
  const issuer = values['singleSignOn.issuer'];
  const clientId = values['singleSignOn.clientId'];
  if (issuer === null || clientId === null || signInConflict(settings) !== null) return null;
  return {
    issuer,
    clientId,
    clientSecret: openSecret(sealer, settings, 'singleSignOn.clientSecret') ?? '',
    allowedDomains: values['singleSignOn.allowedDomains'],
    newAccountRole: values['singleSignOn.newAccountRole'],
    groupRoles: new Map(values['singleSignOn.groupRoles'].map(({ group, role }) => [group, role])),
    trustEmail: values['singleSignOn.trustEmail'],
  };
}
