import type { CommandBatchInput, LockParams } from '../../../../sdk/node/index.ts';
import type { IconName } from '../../../ui/icon.tsx';
import type { DeviceFilter } from '../filter.ts';

/** The orders that the list gives to many laptops. */
export type BulkType = keyof typeof ICONS;

const ICONS = {
  lock: 'lock',
  unlock: 'lock-open',
  message: 'message',
  open_url: 'external',
  restart: 'restart',
  shutdown: 'power',
  sign_out: 'sign-out',
  sync_policy: 'refresh',
  self_test: 'gauge',
  collect_diagnostics: 'download',
  locate: 'map-pin',
  unenroll: 'trash',
} satisfies Readonly<Record<string, IconName>>;

/** Those behind “More”, in its order. */
export const MORE_TYPES: readonly BulkType[] = [
  'open_url',
  'restart',
  'shutdown',
  'sign_out',
  'sync_policy',
  'self_test',
  'collect_diagnostics',
  'locate',
  'unenroll',
];

export function iconOf(type: BulkType): IconName {
  return ICONS[type];
}

/** Whom an order is for: `POST /v1/commands/batch` takes one of both. */
export type Target = { readonly deviceIds: readonly string[] } | { readonly filter: DeviceFilter };

/** What the form asks for, as typed. */
export interface OrderText {
  readonly message: string;
  readonly minutes: number | null;
  readonly pin: string;
  readonly text: string;
  readonly url: string;
}

export const EMPTY_ORDER: OrderText = { message: '', minutes: null, pin: '', text: '', url: '' };

/** Whether an order has something to fill in. */
export function hasForm(type: BulkType): boolean {
  return type === 'lock' || type === 'message' || type === 'open_url';
}

/** The order as the API takes it. */
export function orderOf(type: BulkType, order: OrderText, target: Target): CommandBatchInput {
  switch (type) {
    case 'lock':
      return { ...target, type, params: lockParams(order) };
    case 'message':
      return { ...target, type, params: { text: order.text.trim() } };
    case 'open_url':
      return { ...target, type, params: { url: order.url.trim() } };
    default:
      return { ...target, type };
  }
}

function lockParams({ message, minutes, pin }: OrderText): LockParams {
  return {
    ...(message.trim() === '' ? {} : { message: message.trim() }),
    ...(minutes === null ? {} : { durationMinutes: minutes }),
    ...(pin === '' ? {} : { pin }),
  };
}

/** A PIN of six digits that nobody has thought of. */
export function newPin(): string {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(value % 1_000_000).padStart(6, '0');
}
