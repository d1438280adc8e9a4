import t from 'tap';
import { checkAddress, maskedAddress } from '../../../../../api/webhooks/chat/address.ts';
import type { ChatKind, WebhookKind } from '../../../../../contracts/events/webhook-kinds.ts';
import { Fault } from '../../../../../kit/fault.ts';

const SLACK = 'https://hooks.slack.com/services/T024BE7LD/B0123456789/abcdefghijklmnopqrstuvwx';
const DISCORD = 'https://discord.com/api/webhooks/123456789012345678/aB-c_d';
const GOOGLE = 'https://chat.googleapis.com/v1/spaces/AAAAbbbbCCC/messages?key=k&token=t';
const TEAMS =
  'https://default0123.45.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/x/triggers/manual/paths/invoke?sig=s';

function refusal(kind: WebhookKind, url: string): string | null {
  try {
    checkAddress(kind, url);
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [field] = error.extras.errors ?? [];
    if (field?.pointer !== '#/url') throw error;
    return `${field.code}: ${field.detail}`;
  }
}

t.test('each kind takes its own addresses, and those of services that speak like it elsewhere', async (t) => {
  const taken: readonly (readonly [WebhookKind, string])[] = [
    ['slack', SLACK],
    ['slack', 'https://mattermost.school.example/hooks/abc'],
    ['discord', DISCORD],
    ['discord', `${DISCORD}?thread_id=5`],
    ['google_chat', GOOGLE],
    ['teams', TEAMS],
    ['teams', 'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s'],
    ['teams', 'https://flows.school.example/x'],
    ['standard', TEAMS],
    ['standard', 'https://sis.example/hooks'],
    ['standard', 'no address at all'],
  ];
  for (const [kind, url] of taken) t.equal(refusal(kind, url), null, `${kind} ${url}`);
});

t.test('the retired addresses of Office connectors are refused with what to do instead', async (t) => {
  for (const url of [
    'https://school.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
    'https://outlook.office.com/webhook/a@b/IncomingWebhook/c/d',
  ])
    for (const kind of ['teams', 'standard', 'slack'] as const) {
      const said = refusal(kind, url) ?? '';
      t.ok(said.startsWith('retired_address: '));
      t.ok(said.includes('Workflows'));
    }
});

t.test('an address of one chat under the name of another is refused with the right kind', async (t) => {
  for (const [kind, url, owner] of [
    ['slack', DISCORD, 'discord'],
    ['teams', SLACK, 'slack'],
    ['discord', GOOGLE, 'google_chat'],
    ['standard', SLACK, 'slack'],
    ['google_chat', TEAMS, 'teams'],
  ] as const)
    t.ok(refusal(kind, url)?.startsWith(`wrong_kind: This is an address for kind ${owner}`), url);
});

t.test('half an address is refused', async (t) => {
  for (const [kind, url] of [
    ['slack', 'https://hooks.slack.com/'],
    ['discord', 'https://discord.com/channels/1/2'],
    ['discord', `${DISCORD}/slack`],
    ['google_chat', 'https://chat.googleapis.com/v1/spaces/AAA/messages?key=k'],
  ] as const)
    t.ok(refusal(kind, url)?.startsWith('incomplete_address'), url);
});

t.test('what is shown of an address lets nobody post', async (t) => {
  const shown: readonly (readonly [ChatKind, string, string])[] = [
    ['slack', SLACK, 'https://hooks.slack.com/services/T024B…/***'],
    ['discord', DISCORD, 'https://discord.com/api/webhooks/12345…/***'],
    ['google_chat', GOOGLE, 'https://chat.googleapis.com/v1/spaces/AAAAb…/***'],
    [
      'slack',
      'https://mattermost.school.example:8443/hooks/secret',
      'https://mattermost.school.example:8443/***',
    ],
    ['slack', 'https://hooks.slack.com/odd', 'https://hooks.slack.com/***'],
  ];
  for (const [kind, url, masked] of shown) t.equal(maskedAddress(kind, url), masked);
  t.equal(maskedAddress('teams', TEAMS), `${new URL(TEAMS).origin}/***`);
});
