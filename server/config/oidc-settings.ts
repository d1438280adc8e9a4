import { readFileSync } from 'node:fs';
import type { OidcSettings } from '../../api/sign-in/oidc-settings.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { Settings } from './settings.ts';

/** The OpenID provider of `[sign_in]`; null when none is set. @throws OperatorError for settings that do not fit together */
export function oidcSettings(settings: Settings): OidcSettings | null {
  const {
    signInIssuer: issuer,
    signInClientId: clientId,
    signInAllowedDomains: allowedDomains,
    signInNewAccountRole: newAccountRole,
    signInGroupRoles: groupRoles,
  } = settings;
  if (issuer === null) return null;
  if (clientId === null)
    throw new OperatorError('sign_in.issuer is set but sign_in.client_id is not: set both or neither.');
  if ((newAccountRole !== null || groupRoles.length > 0) && allowedDomains.length === 0) {
    throw new OperatorError(
      'sign_in.new_account_role and sign_in.group_roles make accounts for people who have none: name the school’s domains in sign_in.allowed_domains.',
    );
  }
  return {
    issuer,
    clientId,
    clientSecret: secretOf(settings),
    allowedDomains,
    newAccountRole,
    groupRoles: new Map(groupRoles),
    trustEmail: settings.signInTrustEmail,
  };
}

function secretOf({ signInClientSecret: secret, signInClientSecretFile: file }: Settings): string {
  if (secret !== null && file !== null)
    throw new OperatorError('sign_in.client_secret and sign_in.client_secret_file are both set: keep one.');
  if (secret !== null) return secret;
  if (file === null)
    throw new OperatorError(
      'sign_in.issuer is set but neither sign_in.client_secret nor sign_in.client_secret_file.',
    );
  const read = readSecret(file);
  if (read === '') throw new OperatorError(`sign_in.client_secret_file ${file} is empty.`);
  return read;
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = systemErrorCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new OperatorError(`sign_in.client_secret_file ${file} cannot be read: ${reason}.`, {
      cause: error,
    });
  }
}
