import { createCategoryLookup } from '../../api/categories/category-lookup.ts';
import { createPolicy, MAX_POLICIES } from '../../api/policies/policies.ts';
import { putUser } from '../../api/users/users.ts';
import { systemClock } from '../../kit/clock.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { RunningSchool } from '../school/serve.ts';
import { DEMO_POLICIES } from './policies.ts';
import { DEMO_CAMPUSES, DEMO_ORGANISATION, DEMO_OUS, demoLaptops, demoPeople } from './springfield.ts';

/** The whole school, without a limit to a unit. */
const REACH = { organisationId: DEFAULT_ORGANISATION_ID, ouPath: null } as const;

/** Names the school and makes its campuses, units, people and policies. What is there already is left as somebody may have changed it. */
export async function furnish(school: RunningSchool, devices: number): Promise<void> {
  await nameSchool(school);
  await makeCampuses(school);
  await makePeople(school, devices);
  await makePolicies(school);
}

async function nameSchool({ store, settings }: RunningSchool): Promise<void> {
  const { name, accountDomain } = DEMO_ORGANISATION;
  const { values: here } = await store.organisationSettings.get(DEFAULT_ORGANISATION_ID);
  await store.organisations.update(DEFAULT_ORGANISATION_ID, {
    ...(settings.organisationName === null && here.name === undefined ? { name } : {}),
    ...(settings.organisationAccountDomain === null && here.accountDomain === undefined
      ? { accountDomain }
      : {}),
  });
}

async function makeCampuses({ store, ids }: RunningSchool): Promise<void> {
  const known = new Set((await store.campuses.list(DEFAULT_ORGANISATION_ID)).map((campus) => campus.name));
  for (const campus of DEMO_CAMPUSES.filter((each) => !known.has(each.name))) {
    const input = { ...campus, cidrs: [], bssids: [], ssids: [], geofence: null };
    await store.campuses.create(DEFAULT_ORGANISATION_ID, ids.next('cam'), input, systemClock.now());
  }
}

async function makePeople({ store, ids }: RunningSchool, devices: number): Promise<void> {
  await store.transaction(async (tx) => {
    for (const ou of DEMO_OUS) await tx.ous.ensurePath(DEFAULT_ORGANISATION_ID, ou, systemClock.now());
    for (const input of demoPeople(demoLaptops(devices))) {
      const { externalId } = input;
      if (externalId != null && (await tx.users.byExternalId(DEFAULT_ORGANISATION_ID, externalId)) !== null)
        continue;
      await putUser(tx, { clock: systemClock, ids }, { reach: REACH, input, upsert: false });
    }
  });
}

/** Makes them once: a deleted one does not come back as long as another is left. */
async function makePolicies({ store, ids }: RunningSchool): Promise<void> {
  const organisation = await store.organisations.get(DEFAULT_ORGANISATION_ID);
  if (organisation === null) throw new Error('there is no organisation');
  const { timezone } = organisation;
  await store.transaction(async (tx) => {
    const query = { organisationId: DEFAULT_ORGANISATION_ID, filter: {}, sort: [], limit: MAX_POLICIES };
    const { rows } = await tx.policies.list({ ...query, from: { kind: 'page', page: 1 } });
    const names = new Set(DEMO_POLICIES.map(({ name }) => name));
    if (rows.some(({ name }) => names.has(name))) return;
    const tools = { clock: systemClock, ids, categories: createCategoryLookup() };
    for (const input of DEMO_POLICIES) await createPolicy(tx, tools, { reach: REACH, timezone, input });
  });
}
