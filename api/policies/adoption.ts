import { MAX_ADOPTION_VERSIONS, type PolicyAdoption } from '../../contracts/rest/adoption.ts';
import type { DeviceCell } from '../../store/ports/devices.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { enforces } from '../../store/rules/policy-gaps.ts';
import { timestamp } from '../../store/views/timestamp.ts';

/** How far the policy versions have come. Every device should enforce the present one: each change of any policy makes a new version for all. */
export async function adoptionOf(
  { devices, policies }: Pick<Repositories, 'devices' | 'policies'>,
  {
    organisationId,
    ouPath,
    now,
  }: { readonly organisationId: number; readonly ouPath: string | null; readonly now: number },
): Promise<PolicyAdoption> {
  const version = await policies.version(organisationId);
  const cells = await devices.summary(organisationId, ouPath === null ? {} : { withinOuPath: ouPath });
  const reported = [...new Set([version, ...cells.flatMap(({ policyVersion }) => policyVersion ?? [])])];
  const newestFirst = reported.sort((a, b) => b - a);
  return {
    version,
    ou: ouPath ?? '/',
    devices: countOf(cells, () => true),
    enforcing: countOf(cells, (cell) => enforces(cell, version)),
    versions: newestFirst.slice(0, MAX_ADOPTION_VERSIONS).map((one) => ({
      version: one,
      reported: countOf(cells, ({ policyVersion }) => policyVersion === one),
      enforcing: countOf(cells, (cell) => cell.policyVersion === one && enforces(cell, one)),
      enforcingThisOrNewer: countOf(cells, (cell) => enforces(cell, one)),
    })),
    withoutVersion: countOf(cells, ({ policyVersion }) => policyVersion === null),
    generatedAt: timestamp(now),
  };
}

function countOf(cells: readonly DeviceCell[], fits: (cell: DeviceCell) => boolean): number {
  return cells.reduce((sum, cell) => sum + (fits(cell) ? cell.count : 0), 0);
}
