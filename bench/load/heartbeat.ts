import type { TargetState } from '../../contracts/mqtt/messages.ts';

/** What a laptop of a bench says of itself: it enforces its target state. */
export function heartbeatOf(
  { version, policy }: Pick<TargetState, 'version' | 'policy'>,
  { user = null, battery = 81 }: { readonly user?: string | null; readonly battery?: number },
): Buffer {
  return Buffer.from(
    JSON.stringify({
      at: Date.now(),
      user,
      battery,
      charging: false,
      campus: { state: 'unknown', campusId: null },
      policy: { version: policy?.version ?? 0, hash: policy?.hash ?? null },
      target: { version },
      lock: { state: 'unlocked', commandId: null, since: null, until: null },
      protection: { state: 'enforcing', since: null },
      agentVersion: '0.1.0',
      osVersion: 'Debian GNU/Linux 12',
      uptimeSeconds: 3_600,
      droppedRecords: 0,
      observe: false,
    }),
  );
}
