import type { DeviceId } from '../../../../contracts/ids.ts';
import { type CommandMessage, JWS_TYPES, type TargetState } from '../../../../contracts/mqtt/messages.ts';
import { generateSigningKey, importPublicKey, type SigningKey, signJws } from '../../../../kit/signing.ts';

const DEVICE: DeviceId = 'dev_01h455vb4pex5vsknk084sn02q';
export const OTHER_DEVICE: DeviceId = 'dev_01h455vb4pex5vsknk084sn02r';
export const ISSUED_AT = Date.UTC(2026, 10, 20, 10);
const HOUR_MS = 3_600_000;

const serverKey = generateSigningKey();

/** What the agent pinned at its enrollment. */
export const pinned = { publicKey: importPublicKey(serverKey.publicKey), deviceId: DEVICE };

export function targetOf(version: number, extra: Partial<TargetState> = {}): TargetState {
  return {
    kind: 'target',
    deviceId: DEVICE,
    version,
    issuedAt: ISSUED_AT,
    expiresAt: ISSUED_AT + HOUR_MS,
    lock: {
      wanted: false,
      commandId: null,
      sequence: 0,
      message: null,
      until: null,
      durationMinutes: null,
      pin: null,
    },
    settings: { heartbeatSeconds: 30, organisation: 'Springfield', helpLine: null, campuses: [] },
    ...extra,
  };
}

export function commandOf(sequence: number, extra: Partial<CommandMessage> = {}): CommandMessage {
  return {
    kind: 'command',
    deviceId: DEVICE,
    commandId: commandIdOf(sequence),
    sequence,
    type: 'message',
    params: { text: 'Hello' },
    issuedAt: ISSUED_AT,
    expiresAt: ISSUED_AT + HOUR_MS,
    ...extra,
  };
}

/** The id that `commandOf` gives a command. */
export function commandIdOf(sequence: number): string {
  return `cmd_01h455vb4pex5vsknk084s${String(sequence).padStart(4, '0')}`;
}

/** As the server signs it; another key or purpose makes a forgery. */
export function signed(
  payload: { readonly kind: 'target' | 'command'; readonly [member: string]: unknown },
  { key = serverKey, typ = JWS_TYPES[payload.kind] }: { key?: SigningKey; typ?: string } = {},
): Promise<string> {
  return signJws(payload, key, typ);
}
