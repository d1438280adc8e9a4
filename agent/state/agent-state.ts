import type { DatabaseSync } from 'node:sqlite';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { CoreStore } from '../core/agent-core.ts';
import type { ReachedStore } from '../core/network-state/network-name.ts';
import type { PortalStore } from '../core/network-state/portal-budget.ts';
import type { TargetStore } from '../core/target/target-keeper.ts';
import type { TimeAnchor } from '../core/time/trusted-time.ts';
import { createCommandJournal } from './command-journal.ts';
import { createLockFile } from './lock-file.ts';
import { countOf, createMeta, type Meta } from './meta.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { inTransaction } from './sqlite.ts';
import { openStateDatabase } from './state-database.ts';
import type { StateFolder } from './state-folder.ts';

/** All that the agent remembers, of one enrollment. */
export interface AgentState extends CoreStore {
  readonly outbox: Outbox;
  /** Why the database was started anew; null = it was not. */
  readonly damage: string | null;
  /** The next connection's epoch, written to disk before it is returned. It is used twice only when a full disk and a restart come together. */
  nextEpoch(): number;
  epoch(): number;
  loadTime(): TimeAnchor | null;
  saveTime(anchor: TimeAnchor): void;
  /** Last good look-ups: host name to addresses. */
  loadLookUps(): ReadonlyMap<string, readonly string[]>;
  saveLookUps(lookUps: ReadonlyMap<string, readonly string[]>): void;
  /** The time of captive portals that is used. */
  readonly portal: PortalStore;
  readonly reached: ReachedStore;
  close(): void;
}

const timeSchema = Compile(
  Type.Object({
    serverTime: Type.Number(),
    uptimeMs: Type.Number(),
    bootId: Type.Union([Type.String(), Type.Null()]),
    wallTime: Type.Number(),
  }),
);
const portalSchema = Compile(Type.Object({ day: Type.Integer(), usedMs: Type.Number({ minimum: 0 }) }));
const reachedSchema = Compile(Type.Object({ name: Type.String(), place: Type.String() }));
const targetSchema = Compile(Type.Object({ jws: Type.String(), version: Type.Integer() }));
const lookUpsSchema = Compile(Type.Record(Type.String(), Type.Array(Type.String())));

/** @param enrollment names the server and device that this state belongs to; that of another is forgotten */
export async function openAgentState({
  folder,
  clock,
  log,
  enrollment,
}: {
  readonly log: Log;
  readonly folder: StateFolder;
  readonly clock: Clock;
  readonly enrollment: string;
}): Promise<AgentState> {
  const { database, damage } = await openStateDatabase(folder.database, clock);
  const meta = createMeta(database);
  if (meta.get('enrollment') !== enrollment) {
    inTransaction(database, () => {
      database.exec('DELETE FROM commands; DELETE FROM outbox; DELETE FROM meta');
      // Epochs must grow even when the count was lost. The time in seconds is larger than any count, because no device connects every second.
      if (damage !== null) meta.set('epoch', Math.floor(clock.now() / 1_000));
      meta.set('enrollment', enrollment);
    });
  }
  const outbox = createOutbox(database, meta);
  let epoch = countOf(meta.get('epoch'));
  return {
    damage,
    outbox,
    target: createTargetStore(meta),
    commands: createCommandJournal(database, meta, outbox),
    lock: createLockFile({ path: folder.lock, meta, clock }),
    nextEpoch() {
      epoch += 1;
      try {
        meta.set('epoch', epoch);
      } catch (error) {
        // A full disk must not keep the device from connecting.
        log.error({ epoch, error: messageOf(error) }, 'cannot keep the connection epoch');
      }
      return epoch;
    },
    epoch: () => epoch,
    loadTime() {
      const kept = meta.get('time');
      return timeSchema.Check(kept) ? kept : null;
    },
    saveTime: (anchor) => meta.set('time', anchor),
    loadLookUps() {
      const kept = meta.get('look_ups');
      return new Map(lookUpsSchema.Check(kept) ? Object.entries(kept) : []);
    },
    saveLookUps: (lookUps) => meta.set('look_ups', Object.fromEntries(lookUps)),
    portal: {
      load() {
        const kept = meta.get('portal');
        return portalSchema.Check(kept) ? kept : null;
      },
      save: (use) => meta.set('portal', use),
    },
    reached: {
      load() {
        const kept = meta.get('reached');
        return reachedSchema.Check(kept) ? kept : null;
      },
      save: (network) => meta.set('reached', network),
    },
    close: () => database.close(),
  };
}

/** The last accepted target state in the database, as signed; null = there is none of this enrollment. An agent may be running. */
export function storedTarget(database: DatabaseSync, enrollment: string): string | null {
  const meta = createMeta(database);
  if (meta.get('enrollment') !== enrollment) return null;
  return createTargetStore(meta).load()?.jws ?? null;
}

function createTargetStore(meta: Meta): TargetStore {
  return {
    load() {
      const kept = meta.get('target');
      return targetSchema.Check(kept) ? kept : null;
    },
    save: (target) => meta.set('target', target),
  };
}
