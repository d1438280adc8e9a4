import type { IconName } from '../../ui/icon.tsx';

const TABLE = [
  { id: 'overview', to: '/', icon: 'home', needs: null, go: 'o', group: 'now' },
  { id: 'requests', to: '/requests', icon: 'hand', needs: 'listAccessRequests', go: 'r', group: 'now' },
  { id: 'devices', to: '/devices', icon: 'laptop', needs: 'listDevices', go: 'l', group: 'school' },
  { id: 'explain', to: '/explain', icon: 'help', needs: 'explainVerdict', go: 'e', group: 'rules' },
  { id: 'overrides', to: '/overrides', icon: 'lock-open', needs: 'listOverrides', go: 'p', group: 'rules' },
  { id: 'categories', to: '/categories', icon: 'category', needs: 'listCategories', go: 'c', group: 'rules' },
  { id: 'settings', to: '/settings', icon: 'settings', needs: 'updateOrganization', go: 's', group: 'setup' },
  { id: 'accounts', to: '/accounts', icon: 'users', needs: 'listAccounts', go: 'a', group: 'setup' },
  { id: 'keys', to: '/keys', icon: 'key', needs: 'listApiKeys', go: 'k', group: 'setup' },
  { id: 'webhooks', to: '/webhooks', icon: 'webhook', needs: 'listWebhooks', go: 'w', group: 'setup' },
  { id: 'audit', to: '/audit', icon: 'audit', needs: 'listAudit', go: 'u', group: 'setup' },
] as const;

export type PlaceId = (typeof TABLE)[number]['id'];

/** A page of the frame, as the sidebar and the palette list it. */
export interface Place {
  readonly id: PlaceId;
  readonly to: string;
  readonly icon: IconName;
  /** The `operationId` without which the page is empty; null = everybody has something there. */
  readonly needs: string | null;
  /** The letter after G that leads there. */
  readonly go: string;
  readonly group: (typeof PLACE_GROUPS)[number];
}

export const PLACE_GROUPS = ['now', 'school', 'rules', 'setup'] as const;

export const PLACES: readonly Place[] = TABLE;
