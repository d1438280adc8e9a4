import { type AlertType, SAFETY_TYPES } from '../../contracts/alerts/rules.ts';
import type { AttentionItem, AttentionKind } from '../../contracts/rest/attention.ts';
import type { DeviceFilterFields } from '../../contracts/rest/device-filter.ts';
import { WARN_AFTER_FAILURES, type WebhookRecord } from '../../store/ports/events.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { ACCESS_REQUEST_ROUTES } from '../access-requests/routes.ts';
import { ALERT_NOTIFICATION_ROUTES } from '../alert-notifications/routes.ts';
import { ALERT_ROUTES } from '../alerts/routes.ts';
import { DEVICE_ROUTES } from '../devices/routes.ts';
import { ENROLLMENT_ROUTES } from '../enrollment/routes.ts';
import type { Caller } from '../http/authentication/caller.ts';
import type { PermissionRule } from '../http/authentication/permission.ts';
import { type RouteTools, routeOf } from '../http/route.ts';
import { readDeviceFilter } from '../input/device-filter.ts';
import { mayReach, reachOf, withinReach } from '../input/reach.ts';
import { KEY_ROUTES } from '../keys/routes.ts';
import { WEBHOOK_ROUTES } from '../webhooks/routes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Who asks for a page in a lesson needs it in that lesson. */
const REQUEST_WAITS_MS = 10 * MINUTE_MS;
/** A device takes a new policy over within a heartbeat or two. */
const BEHIND_MS = 10 * MINUTE_MS;
const UNCONFIRMED_MS = 5 * MINUTE_MS;
const KEY_EXPIRES_MS = 14 * DAY_MS;
/** As `schoolgate doctor` judges. */
const BACKUP_MS = 7 * DAY_MS;

export interface AttentionTools extends RouteTools {
  /** When the last backup was made; null = never. */
  readonly lastBackupAt: () => Promise<number | null>;
}

export interface Look {
  readonly tools: AttentionTools;
  readonly caller: Caller;
  readonly now: number;
}

type Found = Pick<AttentionItem, 'count' | 'link'> & { readonly since: number | null };

/** One kind of thing that may need somebody. */
export interface Check {
  readonly kind: AttentionKind;
  readonly severity: AttentionItem['severity'];
  /** Who may call what the link leads to may see it. */
  readonly rule: PermissionRule;
  readonly find: (look: Look) => Promise<readonly Found[]>;
}

/** The most urgent first. */
export const CHECKS: readonly Check[] = [
  alerts('safety_alert', 'critical', SAFETY_TYPES),
  alerts('disk_full', 'critical', ['disk_reserve']),
  devices('unprotected_devices', 'high', () => ({ status: ['online'], protection: ['unprotected'] })),
  {
    kind: 'access_requests',
    severity: 'medium',
    rule: routeOf(ACCESS_REQUEST_ROUTES, 'listAccessRequests'),
    find: findAccessRequests,
  },
  {
    kind: 'enrollment_requests',
    severity: 'medium',
    rule: routeOf(ENROLLMENT_ROUTES, 'listEnrollmentRequests'),
    find: findEnrollmentRequests,
  },
  devices('devices_behind', 'medium', (now) => ({
    status: ['online'],
    protection: ['stale'],
    protectionSinceBefore: timestamp(now - BEHIND_MS),
  })),
  devices('locks_unconfirmed', 'medium', (now) => ({
    status: ['online'],
    lock: ['locking', 'unlocking'],
    lockSinceBefore: timestamp(now - UNCONFIRMED_MS),
  })),
  alerts('held_category_lists', 'medium', ['category_update_held']),
  {
    kind: 'failing_webhook',
    severity: 'medium',
    rule: routeOf(WEBHOOK_ROUTES, 'getWebhook'),
    find: findFailingWebhooks,
  },
  {
    kind: 'failing_alert_mail',
    severity: 'medium',
    rule: routeOf(ALERT_NOTIFICATION_ROUTES, 'getAlertNotifications'),
    find: findFailingMail,
  },
  {
    kind: 'expiring_api_key',
    severity: 'low',
    rule: routeOf(KEY_ROUTES, 'getApiKey'),
    find: findExpiringKeys,
  },
  {
    kind: 'old_backup',
    severity: 'low',
    rule: { scope: null, roles: ['owner', 'admin'] },
    find: findOldBackup,
  },
];

async function findAccessRequests({ tools: { store }, caller, now }: Look): Promise<readonly Found[]> {
  const to = now - REQUEST_WAITS_MS;
  const { total, rows } = await store.accessRequests.list({
    ...{ organisationId: caller.organisationId, limit: 1 },
    filter: { status: ['open'], ...withinReach(reachOf(caller)) },
    sort: [{ field: 'createdAt', descending: false }],
    range: { from: 0, to },
    from: { kind: 'page', page: 1 },
  });
  const query = queryOf({ status: 'open', to: timestamp(to) });
  return foundIf(total, { link: `/v1/access-requests?${query}`, since: rows[0]?.createdAt ?? null });
}

async function findEnrollmentRequests({ tools: { store }, caller, now }: Look): Promise<readonly Found[]> {
  const reach = reachOf(caller);
  const waiting = (await store.enrollmentRequests.list(caller.organisationId)).filter(
    ({ status, expiresAt, ouPath }) => status === 'waiting' && expiresAt > now && mayReach(reach, ouPath),
  );
  const link = '/v1/enrollment-requests?status=waiting';
  return foundIf(waiting.length, { link, since: waiting[0]?.createdAt ?? null });
}

async function findFailingWebhooks({ tools: { store }, caller }: Look): Promise<readonly Found[]> {
  if (caller.ouPath !== null) return [];
  const { rows } = await store.webhooks.list({
    ...{ organisationId: caller.organisationId, filter: {}, limit: 100 },
    sort: [{ field: 'createdAt', descending: false }],
    from: { kind: 'page', page: 1 },
  });
  return rows
    .filter(isFailing)
    .map(({ id, lastSuccessAt }) => ({ count: 1, link: `/v1/webhooks/${id}`, since: lastSuccessAt }));
}

async function findFailingMail({ tools: { store }, caller }: Look): Promise<readonly Found[]> {
  if (caller.ouPath !== null) return [];
  const mailboxes = await store.alertNotifications.mailboxes(caller.organisationId);
  const failing = mailboxes.filter(({ failures }) => failures >= WARN_AFTER_FAILURES);
  return foundIf(failing.length, { link: '/v1/alert-notifications', since: null });
}

function isFailing({ enabled, disabledReason, failuresInARow }: WebhookRecord): boolean {
  if (enabled) return failuresInARow >= WARN_AFTER_FAILURES;
  return disabledReason !== null && disabledReason !== 'requested';
}

async function findExpiringKeys({ tools: { store }, caller, now }: Look): Promise<readonly Found[]> {
  const expiring = await store.apiKeys.expiring(now, now + KEY_EXPIRES_MS);
  return expiring
    .filter(({ key }) => key.organisationId === caller.organisationId)
    .map(({ key }) => ({ count: 1, link: `/v1/keys/${key.id}`, since: null }));
}

async function findOldBackup({
  tools: { store, lastBackupAt },
  caller,
  now,
}: Look): Promise<readonly Found[]> {
  if (caller.ouPath !== null) return [];
  const [first] = await store.accounts.list(caller.organisationId);
  const since = (await lastBackupAt()) ?? first?.createdAt ?? now;
  return foundIf(now - since > BACKUP_MS ? 1 : 0, { link: null, since });
}

/** Devices that a list with these filters has. */
function devices(
  kind: AttentionKind,
  severity: Check['severity'],
  filterAt: (now: number) => DeviceFilterFields,
): Check {
  return {
    kind,
    severity,
    rule: routeOf(DEVICE_ROUTES, 'listDevices'),
    async find({ tools: { store }, caller, now }) {
      const given = filterAt(now);
      const { total } = await store.devices.list({
        ...{ organisationId: caller.organisationId, sort: [], limit: 1 },
        filter: await readDeviceFilter(store, reachOf(caller), given),
        from: { kind: 'page', page: 1 },
      });
      return foundIf(total, { link: `/v1/devices?${queryOf(given)}`, since: null });
    },
  };
}

/** Open alerts of some types. */
function alerts(kind: AttentionKind, severity: Check['severity'], type: readonly AlertType[]): Check {
  return {
    kind,
    severity,
    rule: routeOf(ALERT_ROUTES, 'listAlerts'),
    async find({ tools: { store }, caller }) {
      const asked = { status: ['open'] as const, type };
      const { total, rows } = await store.alerts.list({
        ...{ organisationId: caller.organisationId, limit: 1 },
        filter: { ...asked, ...withinReach(reachOf(caller)) },
        sort: [{ field: 'timestamp', descending: false }],
        from: { kind: 'page', page: 1 },
      });
      return foundIf(total, { link: `/v1/alerts?${queryOf(asked)}`, since: rows[0]?.createdAt ?? null });
    },
  };
}

function foundIf(count: number, found: Omit<Found, 'count'>): readonly Found[] {
  return count === 0 ? [] : [{ count, ...found }];
}

function queryOf(filter: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of [value].flat()) query.append(name, String(one));
  return query.toString();
}
