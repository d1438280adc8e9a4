import type { YoutubeRestriction } from '../../contracts/policy/settings.ts';
import type { BrowserGoal } from '../ports/filter-control.ts';

/** A value of a managed policy, as JSON has it. Registry and property lists write the same values in their own way. */
export type PolicyValue =
  | boolean
  | number
  | string
  | readonly PolicyValue[]
  | { readonly [name: string]: PolicyValue };

export type Policies = Readonly<Record<string, PolicyValue>>;

/** Browsers that take Chromium's policies. */
export const CHROMIUM_BROWSERS = ['chrome', 'chromium', 'edge', 'brave'] as const;
export type ChromiumBrowser = (typeof CHROMIUM_BROWSERS)[number];

/** The wanted policies of a browser; after the rescue without a proxy. */
export type PolicyGoal = Omit<BrowserGoal, 'pacUrl'> & { readonly pacUrl: string | null };

/** https://chromeenterprise.google/policies/#ForceYouTubeRestrict */
const YOUTUBE_LEVEL: Readonly<Record<YoutubeRestriction, number>> = { off: 0, moderate: 1, strict: 2 };

/**
 * Closes a browser's own ways round the filter. Pure, keys in a fixed order. Not `DeveloperToolsAvailability: 2`: it hangs headless
 * browsers.
 * Sources: https://chromeenterprise.google/policies/, https://learn.microsoft.com/deployedge/microsoft-edge-policies,
 * https://support.brave.com/hc/articles/360039248271
 */
export function chromiumPolicies(browser: ChromiumBrowser, goal: PolicyGoal): Policies {
  return {
    DnsOverHttpsMode: 'off',
    BuiltInDnsClientEnabled: false,
    QuicAllowed: false,
    EncryptedClientHelloEnabled: false,
    ...(goal.safeSearch ? { ForceGoogleSafeSearch: true } : {}),
    ...(goal.safeSearch && browser === 'edge' ? { ForceBingSafeSearch: 2 } : {}),
    ...(goal.youtubeRestriction === 'off'
      ? {}
      : { ForceYouTubeRestrict: YOUTUBE_LEVEL[goal.youtubeRestriction] }),
    ...(browser === 'edge' ? { InPrivateModeAvailability: 1 } : { IncognitoModeAvailability: 1 }),
    BrowserGuestModeEnabled: false,
    ...(browser === 'edge' ? { BrowserAddProfileEnabled: false } : { BrowserAddPersonEnabled: false }),
    ExtensionInstallBlocklist: ['*'],
    URLBlocklist: blockedPages(browser),
    SSLErrorOverrideAllowed: false,
    ...(browser === 'brave' ? { TorDisabled: true } : {}),
    ...(goal.pacUrl === null
      ? {}
      : {
          ProxySettings: { ProxyMode: 'pac_script', ProxyPacUrl: goal.pacUrl, ProxyPacMandatory: true },
          LocalNetworkAccessIpAddressSpaceOverrides: publicProxy(goal.pacUrl),
        }),
  };
}

/**
 * Says that pages through our proxy come from the internet. Without this the browser takes them for pages of this computer, because the proxy's
 * address is loopback, and its Local Network Access guard lets every site reach programs on this computer. Known to Chromium 146 and later.
 * https://wicg.github.io/local-network-access/
 */
function publicProxy(pacUrl: string): readonly string[] {
  if (!URL.canParse(pacUrl)) return [];
  const { hostname, port } = new URL(pacUrl);
  return [`${hostname}:${port === '' ? '80' : port}=public`];
}

/** Each browser has its own name for the page of switches, and takes Chromium's as well. */
function blockedPages(browser: ChromiumBrowser): readonly string[] {
  const pages = ['javascript://*', 'chrome://flags', 'view-source:*'];
  if (browser === 'edge' || browser === 'brave') pages.push(`${browser}://flags`);
  return pages;
}

/** The same for Firefox, which leaves SafeSearch to DNS. Source: https://mozilla.github.io/policy-templates/ */
export function firefoxPolicies(goal: PolicyGoal): Policies {
  const lockedOff = { Value: false, Status: 'locked' };
  return {
    DNSOverHTTPS: { Enabled: false, Locked: true },
    Preferences: {
      'network.http.http3.enable': lockedOff,
      'network.dns.echconfig.enabled': lockedOff,
    },
    DisablePrivateBrowsing: true,
    DisableProfileImport: true,
    ExtensionSettings: { '*': { installation_mode: 'blocked' } },
    BlockAboutConfig: true,
    DisableSafeMode: true,
    ...(goal.pacUrl === null
      ? {}
      : { Proxy: { Mode: 'autoConfig', AutoConfigURL: goal.pacUrl, Locked: true } }),
  };
}

/** Of these policies the school's own entries stay beside ours: they are maps of settings. */
const MERGED = ['Preferences', 'ExtensionSettings'];

/**
 * The text of Firefox's one policy file: what is there, with ours laid over it. A file that is none (broken JSON, no object) gives ours alone: Firefox does not
 * read it either.
 */
export function mergeFirefoxFile(current: string | null, ours: Policies): string {
  const file = current === null ? {} : jsonObject(current);
  const theirs = recordOf(file.policies);
  const merged: Record<string, unknown> = { ...theirs, ...ours };
  for (const name of MERGED)
    if (ours[name] !== undefined) merged[name] = { ...recordOf(theirs[name]), ...recordOf(ours[name]) };
  return policyText({ ...file, policies: merged });
}

/** A policy file's text. */
export function policyText(policies: unknown): string {
  return `${JSON.stringify(policies, null, 2)}\n`;
}

/** A JSON file's object; empty when it is none. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    // Not JSON: see above.
    return {};
  }
}

/** The value when it is a JSON object; empty else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
