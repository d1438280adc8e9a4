import { CHAT_KINDS, type ChatKind, type WebhookKind } from '../../../contracts/events/webhook-kinds.ts';
import { Fault } from '../../../kit/fault.ts';

/** The usual hosts of each service. Others are accepted, for services on their own host that speak the same protocol. */
const HOSTS: Readonly<Record<ChatKind, readonly RegExp[]>> = {
  slack: [/^hooks\.slack(-gov)?\.com$/],
  teams: [/\.logic\.azure\.com$/, /\.powerplatform\.com$/],
  discord: [/^((ptb|canary)\.)?discord(app)?\.com$/],
  google_chat: [/^chat\.googleapis\.com$/],
};

/** Replaces the hidden part of an address. */
const MASK = '/***';

/** Hosts of Office 365 connectors, which Microsoft has retired. */
const RETIRED_HOST = /(^|\.)webhook\.office(365)?\.com$|^outlook\.office(365)?\.com$/;

/** The start of the paths of a chat's addresses, so that a half-copied address is refused here and does not fail at the first event. */
const PATHS: Readonly<Record<ChatKind, { readonly path: RegExp; readonly example: string }>> = {
  slack: { path: /^\/(services|workflows|triggers)\/./, example: 'https://hooks.slack.com/services/T…/B…/…' },
  teams: { path: /./, example: 'https://….powerplatform.com:443/powerautomate/…' },
  discord: {
    path: /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+\/?$/,
    example: 'https://discord.com/api/webhooks/…/…',
  },
  google_chat: {
    path: /^\/v1\/spaces\/[^/]+\/messages$/,
    example: 'https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…',
  },
};

/**
 * Checks that an address fits its kind of webhook. The SSRF guard decides whether the address may be reached.
 * @throws Fault validation_failed with words for a caller who has mixed them up
 */
export function checkAddress(kind: WebhookKind, text: string): void {
  if (!URL.canParse(text)) return;
  const url = new URL(text);
  if (url.pathname.endsWith(MASK))
    refuse('incomplete_address', 'This is how an address is shown. Give the whole one, or leave it out.');
  if (RETIRED_HOST.test(url.hostname))
    refuse(
      'retired_address',
      'Microsoft has retired the addresses on webhook.office.com. In Teams, open the channel’s menu, choose “Workflows”, make a flow “Send webhook alerts to a channel”, and give its address with kind teams.',
    );
  const owner = CHAT_KINDS.find((each) => HOSTS[each].some((host) => host.test(url.hostname)));
  // A flow of Power Automate may well read our standard body. For the other services `standard` is surely a mistake.
  if (owner === undefined || (owner === 'teams' && kind === 'standard')) return;
  if (owner !== kind) refuse('wrong_kind', `This is an address for kind ${owner}, and not for ${kind}.`);
  const { path, example } = PATHS[owner];
  if (!path.test(url.pathname) || (owner === 'google_chat' && !hasKeyAndToken(url)))
    refuse('incomplete_address', `The address is not whole. It looks like ${example}`);
}

/** The context under which the address of a chat is sealed at rest (`kit/sealing`). */
export function chatAddressContext(webhookId: string): string {
  return `webhook-address:${webhookId}`;
}

/** The masked address: enough to tell two apart, and useless for posting. @param url one that `checkAddress` and the guard took */
export function maskedAddress(kind: ChatKind, url: string): string {
  const { origin, hostname, pathname } = new URL(url);
  if (!HOSTS[kind].some((host) => host.test(hostname))) return `${origin}${MASK}`;
  const shown = /^\/(?:services|workflows|triggers|api(?:\/v\d+)?\/webhooks|v1\/spaces)\/[^/]{1,5}/.exec(
    pathname,
  );
  return shown === null ? `${origin}${MASK}` : `${origin}${shown[0]}…${MASK}`;
}

function hasKeyAndToken({ searchParams }: URL): boolean {
  return (searchParams.get('key') ?? '') !== '' && (searchParams.get('token') ?? '') !== '';
}

function refuse(code: string, detail: string): never {
  throw new Fault('validation_failed', `The webhook’s URL cannot be used. ${detail}`, {
    extras: { errors: [{ in: 'body', pointer: '#/url', code, detail }] },
  });
}
