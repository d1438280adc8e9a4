import { DEFAULT_ORGANISATION_ID, type OuRecord } from '../../store/ports/organisations.ts';
import type { PolicyFields } from '../../store/ports/policies.ts';
import type { Store } from '../../store/ports/store.ts';
import type { FleetDevice } from '../load/fleet.ts';
import { ids } from './bench-store.ts';

const UNITS = 30;
/** Policies by unit beside those for everyone, as many rules each, as many hosts a rule: 200 rules and 2,000 hosts meet one device. */
const UNIT_POLICIES = 30;
const COMMON_POLICIES = 9;
const RULES = 20;
const HOSTS = 10;

/** A person for each device, in units, with policies: what a policy change has to be compiled for. @returns their account names, by device */
export async function fillSchool(store: Store, fleet: readonly FleetDevice[]): Promise<readonly string[]> {
  return await store.transaction(async (tx) => {
    const now = Date.now();
    const organisationId = DEFAULT_ORGANISATION_ID;
    const units: OuRecord[] = [];
    for (let unit = 0; unit < UNITS; unit++)
      units.push(await tx.ous.ensurePath(organisationId, `/Bench/Grade-${unit}`, now));
    const accounts: string[] = [];
    for (const [number, device] of fleet.entries()) {
      const unit = units[number % UNITS];
      if (unit === undefined) continue;
      const email = `student-${number}@school.local`;
      const role = 'student' as const;
      const person = { externalId: null, grade: null, status: 'active' as const, role };
      const place = { organisationId, ouId: unit.id, now };
      await tx.users.create({ ...person, ...place, id: ids.next('usr'), email, name: `Student ${number}` });
      await tx.devices.update(organisationId, device.id, { ouId: unit.id }, now);
      accounts.push(email);
    }
    await tx.devicePeople.saw(
      fleet.map(({ id }, number) => ({ deviceId: id, user: accounts[number] ?? '', at: now })),
    );
    const target = { everyone: true, ous: [], users: [], devices: [] };
    for (let policy = 0; policy < COMMON_POLICIES; policy++)
      await tx.policies.create(
        { id: ids.next('pol'), organisationId, now },
        policyOf(`Common ${policy}`, target),
      );
    for (const { id, name } of units.slice(0, UNIT_POLICIES))
      await tx.policies.create(
        { id: ids.next('pol'), organisationId, now },
        policyOf(name, { ...target, everyone: false, ous: [id] }),
      );
    return accounts;
  });
}

function policyOf(name: string, target: PolicyFields['target']): PolicyFields {
  const rule = (at: number): PolicyFields['rules'][number] => ({
    id: ids.next('rul'),
    effect: at % 3 === 0 ? 'allow' : 'block',
    locked: at % 5 === 0,
    reason: 'As the school has decided',
    campus: [],
    match: {
      domains: Array.from({ length: HOSTS }, (_, host) => `${name.toLowerCase()}-${at}-${host}.example`),
      categories: at === 0 ? ['games', 'adult'] : [],
      urls: [],
      apps: [],
    },
  });
  return {
    name,
    description: null,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    target,
    schedule: null,
    rules: Array.from({ length: RULES }, (_, at) => rule(at)),
    settings: {},
  };
}
