import type { Webhook, WebhookInput, WebhookKind, WebhookSignature } from '../../../../sdk/node/index.ts';

/** What the form of a webhook holds while somebody types. */
export interface WebhookDraft {
  readonly url: string;
  readonly kind: WebhookKind;
  readonly description: string;
  readonly all: boolean;
  readonly events: readonly string[];
  readonly signature: WebhookSignature;
  /** `Name: value`, one a line. */
  readonly headers: string;
}

export const NEW_WEBHOOK: WebhookDraft = {
  url: '',
  kind: 'standard',
  description: '',
  all: true,
  events: [],
  signature: 'hmac',
  headers: '',
};

export function draftOf(webhook: Webhook): WebhookDraft {
  return {
    // Of a chat the API masks it.
    url: webhook.kind === 'standard' ? webhook.url : '',
    kind: webhook.kind,
    description: webhook.description ?? '',
    all: webhook.events.includes('*'),
    events: webhook.events.filter((event) => event !== '*'),
    signature: webhook.signature,
    headers: Object.entries(webhook.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  };
}

/** The first line that is no header; undefined = all are. */
export function wrongHeader({ headers }: WebhookDraft): string | undefined {
  return linesOf(headers).find((line) => !/^[^\s:]+:\s*\S/.test(line));
}

/** What is sent to the API. An empty address is left out: the present one stays. */
export function inputOf(draft: WebhookDraft): Omit<WebhookInput, 'url' | 'kind'> & { readonly url?: string } {
  const url = draft.url.trim();
  const isChat = draft.kind !== 'standard';
  return {
    ...(url === '' ? {} : { url }),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    events: draft.all ? ['*'] : draft.events,
    ...(isChat ? {} : { signature: draft.signature, headers: headersOf(draft.headers) }),
  };
}

function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
