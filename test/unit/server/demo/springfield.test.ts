import t from 'tap';
import { Compile } from 'typebox/compile';
import { HardwareFacts } from '../../../../contracts/enrollment/enrollment.ts';
import { ActivityMessage, HeartbeatMessage } from '../../../../contracts/mqtt/messages.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { browse } from '../../../../server/demo/browsing.ts';
import { createDice } from '../../../../server/demo/dice.ts';
import { beginLife, factsOf, type LaptopLife, stepLife } from '../../../../server/demo/laptop-life.ts';
import {
  DEMO_CAMPUSES,
  DEMO_OUS,
  type DemoLaptop,
  demoLaptops,
} from '../../../../server/demo/springfield.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const CAMPUS = 'cam_01kafw2n7qd5g8h1j3k6m9p2rs';
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
  t.equal(stepLife(never, life, first, hour).battery, 40);
  t.equal(stepLife(never, { ...life, charging: true }, first, hour).battery, 90);
  t.equal(stepLife(never, { ...life, charging: true }, first, 10 * hour).battery, 100);
  t.equal(stepLife(never, life, first, 10 * hour).battery, 1);
});

t.test('over a day laptops go away and come back, and people sign in and out', async (t) => {
  const dice = createDice(7);
  let life = beginLife(dice, first, NOW);
  const seen = new Set<string>();
  for (let step = 0; step < 8_640; step++) {
    life = stepLife(dice, life, first, 10_000);
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
      target: { version: 1 },
      lock: { state: 'unlocked', commandId: null, since: null, until: null },
      agentVersion: '1',
      droppedRecords: 0,
      observe: false,
    };
    t.ok(heartbeat.Check(message));
  }
});

t.test('browsing fits the schema, lies in the past, and holds blocks and allows', async (t) => {
  const activity = Compile(ActivityMessage);
  const dice = createDice(3);
  const records = Array.from({ length: 100 }, () =>
    browse(dice, systemRandom, { now: NOW, spanMs: 30_000, user: 'ana', campus: 'on-campus' }),
  ).flat();
  t.ok(activity.Check({ records: records.slice(0, 500) }));
  t.ok(records.every(({ at }) => at <= NOW && at > NOW - 30_000));
  t.ok(records.some(({ action }) => action === 'block'));
  t.ok(records.some(({ action }) => action === 'allow'));
  t.equal(new Set(records.map(({ id }) => id)).size, records.length);
});
