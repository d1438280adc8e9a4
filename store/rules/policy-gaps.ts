import type { ConnectivityStatus } from '../../contracts/device/presence.ts';
import type { ProtectionState } from '../../contracts/mqtt/messages.ts';
import type { GapReason } from '../../contracts/rest/evidence.ts';

/** What a device reports of its policies. */
interface Report {
  readonly protection: ProtectionState;
  readonly policyVersion: number | null;
}

/** The states in which a device enforces the version that it reports. A stale one enforces it too, though a newer one is wanted. */
export const ENFORCING_STATES = ['enforcing', 'stale'] as const satisfies readonly ProtectionState[];

/** Whether a device enforces this policy version or a newer one, by its last report. */
export function enforces({ protection, policyVersion }: Report, version: number): boolean {
  return (
    ENFORCING_STATES.some((state) => state === protection) &&
    policyVersion !== null &&
    policyVersion >= version
  );
}

/**
 * Why a device does not enforce a policy version; null = it does. Being offline comes before what an old report says, because the device
 * cannot have got the version; only a device that never reported anything is first of all that.
 * @param status as shown
 */
export function gapReason(
  report: Report & { readonly status: ConnectivityStatus },
  version: number,
): GapReason | null {
  if (enforces(report, version)) return null;
  const { protection, policyVersion, status } = report;
  if (protection === 'unknown' && policyVersion === null) return 'no_report';
  if (status === 'offline') return 'offline';
  if (protection === 'unprotected') return 'unprotected';
  return protection === 'unknown' ? 'no_report' : 'stale';
}
