import { readFile } from 'node:fs/promises';
import { type Clock, every } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { systemErrorCode } from '../operator-error.ts';
import { browse } from './browsing.ts';
import { createDice, type Dice } from './dice.ts';
import { beginLife, factsOf, type LaptopLife, stepLife } from './laptop-life.ts';
import type { DemoOrder } from './order.ts';
import { createSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import { createEnroller, type SimulatedIdentity } from './simulated-identity.ts';
import { type DemoLaptop, demoLaptops } from './springfield.ts';

/** Each laptop's life moves on this often. */
const STEP_MS = 10_000;
/** A batch of browsing is sent about this often by a laptop that somebody uses. */
const BROWSING_MS = 30_000;

interface Pupil {
  readonly laptop: DemoLaptop;
  readonly device: SimulatedDevice;
  readonly dice: Dice;
  life: LaptopLife;
}

export interface Simulation extends Service {
  /** Enrols those laptops that have no identity yet. @returns how many it enrolled */
  enrol(): Promise<number>;
  /** Resolves when every laptop that is to be online is. @returns how many they are */
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
  let pupils: readonly Pupil[] = [];
  let identities: ReadonlyMap<number, SimulatedIdentity> = new Map();
  let living: { stop(): Promise<void> } | null = null;

  const keep = (): Promise<void> =>
    writeDurably(
      order.identityFile,
      JSON.stringify(
        [...identities].map(([number, identity]) => [
          number,
          {
            ...identity,
            epoch: pupils.find(({ laptop }) => laptop.number === number)?.device.epoch() ?? identity.epoch,
          },
        ]),
      ),
    );

  const arrive = (laptop: DemoLaptop): readonly Pupil[] => {
    const identity = identities.get(laptop.number);
    if (identity === undefined) return [];
    const dice = createDice(laptop.number * 31 + Math.floor(random.fraction() * 2 ** 31));
    const pupil: Pupil = {
      laptop,
      dice,
      life: beginLife(dice, laptop, clock.now()),
      device: createSimulatedDevice({
        identity: { ...identity, mqttUrls: [order.mqttUrl] },
        clock,
        random,
        log,
        facts: () => factsOf(pupil.life, laptop, order.campusIds[laptop.campusName] ?? null, clock.now()),
      }),
    };
    return [pupil];
  };

  return {
    async enrol() {
      identities = await readIdentities(order);
      const missing = demoLaptops(order.devices).filter(({ number }) => !identities.has(number));
      if (missing.length === 0) return 0;
      const enroller = createEnroller(order);
      try {
        for (const laptop of missing) {
          const token = order.tokens[laptop.ou];
          if (token === undefined) throw new Error(`no token for ${laptop.ou}`);
          identities = new Map(identities).set(laptop.number, await enroller.enrol(token, laptop.hardware));
        }
      } finally {
        await keep();
        await enroller.close();
      }
      return missing.length;
    },
    async start() {
      if (living !== null) return;
      pupils = demoLaptops(order.devices).flatMap(arrive);
      const step = (): Promise<void> => liveOn(pupils, { clock, random, log });
      living = every(clock, STEP_MS, step, (error) =>
        log.warn({ error: messageOf(error) }, 'a step of the simulation failed'),
      );
      for (const { device, life } of pupils) if (!life.asleep) await device.start();
    },
    async online() {
      const awake = pupils.filter(({ life }) => !life.asleep);
      await Promise.all(awake.map(({ device }) => device.online()));
      return awake.length;
    },
    async stop() {
      await living?.stop();
      living = null;
      await Promise.all(pupils.map(({ device }) => device.stop()));
      if (identities.size > 0) await keep();
    },
  };
}

async function liveOn(
  pupils: readonly Pupil[],
  { clock, random, log }: { readonly clock: Clock; readonly random: Random; readonly log: Log },
): Promise<void> {
  for (const pupil of pupils) {
    const before = pupil.life;
    pupil.life = stepLife(pupil.dice, before, pupil.laptop, STEP_MS);
    if (pupil.life.asleep && !before.asleep) {
      // A lid that is closed says good-bye only sometimes.
      await (pupil.dice.happens(0.5) ? pupil.device.stop() : pupil.device.vanish());
    } else if (!pupil.life.asleep && before.asleep) {
      await pupil.device.start();
    } else if (!pupil.life.asleep && pupil.life.user !== before.user) {
      await pupil.device.beat();
    }
    await surf(pupil, clock.now(), random).catch((error: unknown) =>
      log.debug({ error: messageOf(error) }, 'browsing was not sent'),
    );
  }
}

/** A locked laptop, and one that nobody uses, browses nothing. */
async function surf({ laptop, device, dice, life }: Pupil, now: number, random: Random): Promise<void> {
  if (life.asleep || life.user === null || device.isLocked() || !dice.happens(STEP_MS / BROWSING_MS)) return;
  const campus = life.place === 'home' ? 'off-campus' : 'on-campus';
  await device.sendActivity(
    browse(dice, random, { now, spanMs: Math.min(BROWSING_MS, now), user: laptop.account, campus }),
  );
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
