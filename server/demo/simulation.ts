import { readFile } from 'node:fs/promises';
import { type Clock, every } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { systemErrorCode } from '../../kit/operator-error.ts';
import type { Random } from '../../kit/random.ts';
import { createAgentFiles } from '../simulated-laptop/files.ts';
import { createEnroller, type SimulatedIdentity } from '../simulated-laptop/identity.ts';
import { createSimulatedDevice, type SimulatedDevice } from '../simulated-laptop/laptop.ts';
import { recordId } from '../simulated-laptop/messages.ts';
import { browse } from './browsing.ts';
import { createDice, type Dice } from './dice.ts';
import { beginLife, factsOf, type LaptopLife, stepLife } from './laptop-life.ts';
import type { DemoOrder } from './order.ts';
import { type DemoLaptop, demoLaptops } from './springfield.ts';

/** How often each laptop gets its next state. */
const STEP_MS = 10_000;
/** A batch of browsing is sent about this often by a laptop that somebody uses. */
const BROWSING_MS = 30_000;

interface Student {
  readonly laptop: DemoLaptop;
  readonly device: SimulatedDevice;
  readonly dice: Dice;
  readonly campusId: string | null;
  life: LaptopLife;
  /** Its browsing until this time was reported (epoch milliseconds). */
  toldUntil: number;
}

export interface Simulation extends Service {
  /** Enrolls those laptops that have no identity yet. @returns how many it enrolled */
  enroll(): Promise<number>;
  /** Resolves when every laptop is online that should be. @returns how many they are */
  online(): Promise<number>;
}

/** The simulated school of an order. Its identities are kept in a file, so that the next run finds the same devices. */
export function createSimulation({
  order,
  clock,
  random,
  log,
}: {
  readonly order: DemoOrder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}): Simulation {
  let students: readonly Student[] = [];
  let identities: ReadonlyMap<number, SimulatedIdentity> = new Map();
  const files = createAgentFiles({ ...order, clock, random });
  let living: { stop(): Promise<void> } | null = null;

  const keep = (): Promise<void> =>
    writeDurably(
      order.identityFile,
      JSON.stringify(
        [...identities].map(([number, identity]) => [
          number,
          {
            ...identity,
            epoch: students.find(({ laptop }) => laptop.number === number)?.device.epoch() ?? identity.epoch,
          },
        ]),
      ),
    );

  const arrive = (laptop: DemoLaptop): readonly Student[] => {
    const identity = identities.get(laptop.number);
    if (identity === undefined) return [];
    const dice = createDice(laptop.number * 31 + Math.floor(random.fraction() * 2 ** 31));
    const campusId = order.campusIds[laptop.campusName] ?? null;
    const student: Student = {
      laptop,
      dice,
      campusId,
      life: beginLife(dice, laptop, clock.now()),
      toldUntil: clock.now(),
      device: createSimulatedDevice({
        identity: { ...identity, mqttUrls: [order.mqttUrl] },
        clock,
        random,
        log,
        files,
        facts: () => factsOf(student.life, laptop, campusId, clock.now()),
      }),
    };
    return [student];
  };

  return {
    async enroll() {
      identities = await readIdentities(order);
      const missing = demoLaptops(order.devices).filter(({ number }) => !identities.has(number));
      if (missing.length === 0) return 0;
      const enroller = createEnroller(order);
      try {
        for (const laptop of missing) {
          const token = order.tokens[laptop.ou];
          if (token === undefined) throw new Error(`no token for ${laptop.ou}`);
          identities = new Map(identities).set(laptop.number, await enroller.enroll(token, laptop.hardware));
        }
      } finally {
        await keep();
        await enroller.close();
      }
      return missing.length;
    },
    async start() {
      if (living !== null) return;
      students = demoLaptops(order.devices).flatMap(arrive);
      const step = (): Promise<void> => liveOn(students, { clock, random, log });
      living = every(clock, STEP_MS, step, (error) =>
        log.warn({ error: messageOf(error) }, 'a step of the simulation failed'),
      );
      for (const { device, life } of students) if (!life.asleep) await device.start();
    },
    async online() {
      const awake = students.filter(({ life }) => !life.asleep);
      await Promise.all(awake.map(({ device }) => device.online()));
      return awake.length;
    },
    async stop() {
      await living?.stop();
      living = null;
      await Promise.all(students.map(({ device }) => device.stop()));
      if (identities.size > 0) await keep();
      await files.close();
    },
  };
}

async function liveOn(
  students: readonly Student[],
  { clock, random, log }: { readonly clock: Clock; readonly random: Random; readonly log: Log },
): Promise<void> {
  for (const student of students) {
    // A laptop that is not connected just now tells nothing; the others go on.
    await liveOnce(student, { now: clock.now(), random }).catch((error: unknown) =>
      log.debug({ error: messageOf(error) }, 'a laptop could not tell what it did'),
    );
  }
}

async function liveOnce(
  student: Student,
  { now, random }: { readonly now: number; readonly random: Random },
): Promise<void> {
  const before = student.life;
  const life = stepLife(student.dice, before, student.laptop, { now, elapsedMs: STEP_MS });
  student.life = life;
  if (life.asleep) {
    // A lid that is closed says good-bye only sometimes.
    if (!before.asleep) await (student.dice.happens(0.5) ? student.device.stop() : student.device.vanish());
    return;
  }
  if (before.asleep) return await student.device.start();
  if (tellsAtOnce(life, before)) {
    // What is told from now on happened to this person, at this place.
    student.toldUntil = now;
    await student.device.beat();
  }
  await tellProtection(student, before, { now, random });
  await surf(student, now, random);
}

function tellsAtOnce(life: LaptopLife, before: LaptopLife): boolean {
  return life.user !== before.user || life.place !== before.place || life.protection !== before.protection;
}

/** As the agent tells that its filter broke, or holds again. */
async function tellProtection(
  { device, life }: Student,
  before: LaptopLife,
  { now, random }: { readonly now: number; readonly random: Random },
): Promise<void> {
  const { state, since } = life.protection;
  if (life.protection === before.protection) return;
  const reason = state === 'enforcing' ? null : 'A proof of the filter failed.';
  const details = { state, before: before.protection.state, reason, since };
  await device.sendEvents([{ id: recordId(random), at: now, kind: 'protection', details }]);
}

/** A locked laptop, and one that nobody uses, browses nothing; nor does one before it has its policy. */
async function surf(student: Student, now: number, random: Random): Promise<void> {
  const { laptop, device, dice, life } = student;
  const policySince = device.policySince();
  if (life.user === null || device.isLocked() || policySince === null) {
    student.toldUntil = now;
    return;
  }
  // What happened before a policy was in force was not decided by it.
  const since = Math.max(student.toldUntil, policySince, now - BROWSING_MS);
  if (!dice.happens(STEP_MS / BROWSING_MS) || since >= now) return;
  const { state } = factsOf(life, laptop, student.campusId, now).campus;
  student.toldUntil = now;
  const { user: account } = life;
  const { records, events } = browse(dice, random, {
    ...{ since, now, user: account, campus: state },
    verdictOf: (host, at) => device.verdictOf(host, { account, campus: state, at }),
  });
  await device.sendActivity(records);
  if (events.length > 0) await device.sendEvents(events);
}

/** Identities of another server (its data was deleted) are no use: they are enrolled anew. */
async function readIdentities({
  identityFile,
  certificateAuthority,
}: DemoOrder): Promise<ReadonlyMap<number, SimulatedIdentity>> {
  try {
    const kept = JSON.parse(await readFile(identityFile, 'utf8')) as [number, SimulatedIdentity][];
    return new Map(kept.filter(([, identity]) => identity.certificateAuthority === certificateAuthority));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return new Map();
    throw error;
  }
}
