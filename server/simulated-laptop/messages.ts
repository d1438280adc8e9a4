import type { HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { Random } from '../../kit/random.ts';

export const SIMULATED_AGENT_VERSION = '0.2.0-simulated';

/** An id for a record: 128 random bits in base64url. */
export function recordId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('base64url');
}

/** What a healthy laptop that has no policy yet reports. @param at epoch milliseconds */
export function plainHeartbeat(at: number): HeartbeatMessage {
  return {
    at,
    user: 'ana',
    battery: 80,
    charging: false,
    campus: { state: 'unknown', campusId: null },
    policy: { version: 0, hash: null },
    target: { version: 0 },
    lock: { state: 'unlocked', commandId: null, since: null, until: null },
    protection: { state: 'enforcing', since: at },
    agentVersion: SIMULATED_AGENT_VERSION,
    osVersion: 'Test 1',
    uptimeSeconds: 60,
    droppedRecords: 0,
    observe: false,
  };
}
