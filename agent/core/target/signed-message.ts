import type { DeviceId } from '../../../contracts/ids.ts';
import { type CommandMessage, JWS_TYPES, type TargetState } from '../../../contracts/mqtt/messages.ts';
import { parseCommandMessage, parseTargetState } from '../../../contracts/mqtt/parse.ts';
import { messageOf } from '../../../kit/fault.ts';
import { type importPublicKey, verifyJws } from '../../../kit/signing.ts';
import type { RefusedMessage } from '../events/event-reporter.ts';

/** Why a message of the server was not accepted. */
export const REFUSAL_CODES = [
  'bad_signature',
  'malformed',
  'wrong_device',
  'expired',
  'old_version',
  'stale_sequence',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RefusedMessage };

export interface Trust {
  /** The server's key that was pinned at enrollment. */
  readonly publicKey: ReturnType<typeof importPublicKey>;
  readonly deviceId: DeviceId;
  /** Called with the time at which the server made each message with a valid signature, epoch milliseconds. Nobody on the way can set this time forward. */
  readonly onSigned?: (issuedAt: number) => void;
}

/** Checks signature, purpose, form and addressee of a target state. Age and version are the caller's. Never rejects. */
export function readTarget(jws: string, trust: Trust): Promise<Read<TargetState>> {
  return read(jws, trust, { what: 'target', typ: JWS_TYPES.target, parse: parseTargetState });
}

/** Checks signature, purpose, form and addressee of a command. Age and sequence are the caller's. Never rejects. */
export function readCommand(jws: string, trust: Trust): Promise<Read<CommandMessage>> {
  return read(jws, trust, { what: 'command', typ: JWS_TYPES.command, parse: parseCommandMessage });
}

interface Kind<T> {
  readonly what: RefusedMessage['what'];
  readonly typ: string;
  readonly parse: (payload: unknown) => T | null;
}

async function read<
  T extends { readonly deviceId: string; readonly issuedAt: number; readonly commandId?: string },
>(jws: string, trust: Trust, { what, typ, parse }: Kind<T>): Promise<Read<T>> {
  const refuse = (code: RefusalCode, detail: string, commandId: string | null = null): Read<T> => ({
    ok: false,
    refusal: { what, code, detail, commandId },
  });
  let payload: unknown;
  try {
    payload = await verifyJws(jws, trust.publicKey, typ);
  } catch (error) {
    return refuse('bad_signature', `not signed by the pinned key for this purpose: ${messageOf(error)}`);
  }
  const value = parse(payload);
  if (value === null) return refuse('malformed', 'rightly signed, but it does not fit the schema');
  if (value.deviceId !== trust.deviceId) return refuse('wrong_device', 'signed for another device');
  trust.onSigned?.(value.issuedAt);
  return { ok: true, value };
}
