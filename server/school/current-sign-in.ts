import { signInOf } from '../../api/organisation/sign-in-and-mail.ts';
import { createOidcSignIn, type OidcSignIn, type OidcTools } from '../../api/sign-in/oidc.ts';
import { messageOf } from '../../kit/fault.ts';
import type { SettingsSource } from '../../store/rules/organisation-settings.ts';

/**
 * Tells the sign-in at the school's OpenID provider as it is set at this moment; null = none is set, or its secret cannot be opened. The same settings give the
 * same sign-in, which remembers the provider's metadata.
 */
export function createCurrentSignIn(
  settings: SettingsSource,
  tools: OidcTools,
): () => Promise<OidcSignIn | null> {
  let made: { readonly of: string; readonly signIn: OidcSignIn } | null = null;
  return async () => {
    try {
      const provider = signInOf(await settings.read(), tools.sealer);
      if (provider === null) return null;
      const of = JSON.stringify([provider, [...provider.groupRoles]]);
      if (made?.of !== of) made = { of, signIn: createOidcSignIn(provider, tools) };
      return made.signIn;
    } catch (error) {
      tools.log.error({ error: messageOf(error) }, 'the OpenID provider cannot be used as it is set');
      return null;
    }
  };
}
