import type { AuditEntry } from '../../../sdk/node/index.ts';

/** Where the thing of an entry has a page. */
export interface TargetPlace {
  readonly to: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Who may open it. */
  readonly needs: string;
}

const PLACES: Readonly<Record<string, readonly [to: string, needs: string]>> = {
  acc: ['/accounts/{-$id}', 'listAccounts'],
  acr: ['/requests/{-$id}', 'getAccessRequest'],
  bat: ['/devices/batches/$id', 'getCommandBatch'],
  dev: ['/devices/$id/{-$tab}', 'getDevice'],
  key: ['/keys/{-$id}', 'getApiKey'],
  whk: ['/webhooks/{-$id}', 'getWebhook'],
};

/** The page of what was changed; null = there is none, or it is gone. */
export function targetPlace({ action, target }: Pick<AuditEntry, 'action' | 'target'>): TargetPlace | null {
  if (target === null || /\.(deleted|unenrolled)$/.test(action)) return null;
  const [to, needs] = PLACES[target.slice(0, target.indexOf('_'))] ?? [];
  return to === undefined || needs === undefined
    ? null
    : { to, needs, params: { id: target, tab: undefined } };
}

/** What the entry calls the thing: its name before or after, where it tells one. */
export function targetName({ changes }: Pick<AuditEntry, 'changes'>): string | null {
  const name =
    changes.after?.name ??
    changes.before?.name ??
    changes.after?.host ??
    changes.after?.site ??
    changes.after?.email;
  return typeof name === 'string' && name !== '' ? name : null;
}
