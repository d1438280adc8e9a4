import t from 'tap';
import { Compile } from 'typebox/compile';
import { HardwareFacts } from '../../../../contracts/enrollment/enrollment.ts';
import { ActivityMessage, EventsMessage, HeartbeatMessage } from '../../../../contracts/mqtt/messages.ts';
import { UserInput } from '../../../../contracts/rest/users.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { browse } from '../../../../server/demo/browsing.ts';
import { createDice } from '../../../../server/demo/dice.ts';
import { beginLife, factsOf, type LaptopLife, stepLife } from '../../../../server/demo/laptop-life.ts';
import {
  DEMO_CAMPUSES,
  DEMO_OUS,
  type DemoLaptop,
  demoLaptops,
  demoPeople,
} from '../../../../server/demo/springfield.ts';
import type { SimulatedVerdict } from '../../../../server/simulated-laptop/policy.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const CAMPUS = 'cam_01kafw2n7qd5g8h1j3k6m9p2rs';
const ALLOWED: SimulatedVerdict = {
  action: 'allow',
  reason: 'default',
  ruleId: null,
  policyId: null,
  policyVersion: null,
  category: null,
};
const BLOCKED: SimulatedVerdict = {
  ...ALLOWED,
  action: 'block',
  reason: 'block',
  ruleId: 'rul_1',
  policyId: 'pol_1',
  policyVersion: 1,
};
const laptops = demoLaptops(60);
const first = laptops[0] as DemoLaptop;

t.test('the school is the same at every start, and a larger one begins with it', async (t) => {
  t.same(demoLaptops(60), laptops);
  t.same(demoLaptops(200).slice(0, 60), laptops);
});

t.test('no two laptops share a machine, a name or an account', async (t) => {
  for (const of of [
    (l: DemoLaptop) => l.hardware.machineId,
    (l: DemoLaptop) => l.hardware.hostname,
    (l: DemoLaptop) => l.hardware.serial,
    (l: DemoLaptop) => l.account,
  ]) {
    t.equal(new Set(laptops.map(of)).size, 60);
  }
});

t.test('each has a unit, a campus of the school, and hardware as the contract wants it', async (t) => {
  const hardware = Compile(HardwareFacts);
  const campuses = DEMO_CAMPUSES.map(({ name }) => name);
  for (const laptop of laptops) {
    t.ok(hardware.Check(laptop.hardware));
    t.ok(DEMO_OUS.includes(laptop.ou));
    t.ok(campuses.includes(laptop.campusName));
  }
  t.equal(new Set(laptops.map(({ ou }) => ou)).size, DEMO_OUS.length, 'no unit stands empty');
});

t.test('a laptop in use drains, one that is plugged in charges, and neither leaves 1 to 100', async (t) => {
  const never = { ...createDice(1), happens: () => false };
  const life: LaptopLife = {
    ...beginLife(createDice(1), first, NOW),
    battery: 50,
    asleep: false,
    charging: false,
  };
  const hour = 3_600_000;
  t.equal(stepLife(never, life, first, { now: NOW, elapsedMs: hour }).battery, 40);
  t.equal(stepLife(never, { ...life, charging: true }, first, { now: NOW, elapsedMs: hour }).battery, 90);
  t.equal(
    stepLife(never, { ...life, charging: true }, first, { now: NOW, elapsedMs: 10 * hour }).battery,
    100,
  );
  t.equal(stepLife(never, life, first, { now: NOW, elapsedMs: 10 * hour }).battery, 1);
});

t.test('over a day laptops go away and come back, and people sign in and out', async (t) => {
  const dice = createDice(7);
  let life = beginLife(dice, first, NOW);
  const seen = new Set<string>();
  for (let step = 0; step < 8_640; step++) {
    const now = NOW + step * 10_000;
    life = stepLife(dice, life, first, { now, elapsedMs: 10_000 });
    t.ok(life.protection.since !== null && life.protection.since <= now);
    seen
      .add(life.asleep ? 'asleep' : 'awake')
      .add(life.user ?? 'nobody')
      .add(life.charging ? 'charging' : 'on battery');
  }
  t.same([...seen].sort(), ['asleep', 'awake', 'charging', first.account, 'nobody', 'on battery'].sort());
});

t.test('what it says fits the heartbeat’s schema', async (t) => {
  const heartbeat = Compile(HeartbeatMessage);
  for (const laptop of laptops) {
    const facts = factsOf(beginLife(createDice(laptop.number), laptop, NOW), laptop, CAMPUS, NOW);
    const message = {
      at: NOW,
      ...facts,
      policy: { version: 0, hash: null },
      target: { version: 1 },
      lock: { state: 'unlocked', commandId: null, since: null, until: null },
      agentVersion: '1',
      droppedRecords: 0,
      observe: false,
    };
    t.ok(heartbeat.Check(message));
  }
});

t.test('browsing fits the schema, lies between two moments, and is decided as the policy says', async (t) => {
  const [activity, events] = [Compile(ActivityMessage), Compile(EventsMessage)];
  const dice = createDice(3);
  const made = Array.from({ length: 400 }, () =>
    browse(dice, systemRandom, {
      ...{ since: NOW - 30_000, now: NOW, user: 'ana', campus: 'on-campus' },
      verdictOf: (host) => (host === 'www.roblox.com' ? BLOCKED : ALLOWED),
    }),
  );
  const records = made.flatMap((one) => one.records);
  const told = made.flatMap((one) => one.events);
  t.ok(activity.Check({ records: records.slice(0, 500) }));
  t.ok(events.Check({ events: told.slice(0, 100) }));
  t.ok([...records, ...told].every(({ at }) => at <= NOW && at > NOW - 30_000));
  const blocked = records.filter(({ action }) => action === 'block');
  t.ok(blocked.length > 0);
  t.ok(
    blocked.every(
      ({ domain, ruleId, policyId }) => domain === 'www.roblox.com' && ruleId !== null && policyId !== null,
    ),
  );
  t.ok(records.filter(({ domain }) => domain === 'www.roblox.com').every(({ action }) => action === 'block'));
  t.same([...new Set(told.map(({ kind }) => kind))].sort(), ['access_request', 'game']);
  const ids = [...records, ...told].map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length);
});

t.test(
  'its people are a roster of the school: unlike addresses, names that a person has, units that there are',
  async (t) => {
    const people = demoPeople(laptops);
    const input = Compile(UserInput);
    t.ok(people.every((person) => input.Check(person)));
    t.equal(new Set(people.map(({ email }) => email)).size, laptops.length);
    t.equal(new Set(people.map(({ externalId }) => externalId)).size, laptops.length);
    t.ok(people.every(({ ou }) => ou != null && DEMO_OUS.includes(ou)));
    t.same(new Set(people.map(({ role }) => role)), new Set(['student', 'teacher']));
  },
);
