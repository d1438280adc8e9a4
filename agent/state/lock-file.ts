import { readFile, rename } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { LockRecord } from '../core/lock/lock-record.ts';
import type { LockStore } from '../core/lock/stored-lock.ts';
import type { Meta } from './meta.ts';
import { newerState } from './newer-state.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Time = Type.Integer({ minimum: 0 });

const Pin = Type.Object({
  salt: Type.String(),
  hash: Type.String(),
  cost: Type.Integer(),
  blockSize: Type.Integer(),
  parallelization: Type.Integer(),
});

const FORMAT = 1;

const schema = Compile(
  Type.Object({
    format: Type.Literal(FORMAT),
    held: Nullable(
      Type.Object({
        commandId: Nullable(Type.String()),
        sequence: Time,
        message: Nullable(Type.String()),
        since: Time,
        until: Nullable(Time),
        pin: Nullable(Pin),
      }),
    ),
    sequence: Time,
    pinTries: Type.Object({ failed: Time, blockedUntil: Nullable(Time), total: Type.Optional(Time) }),
    releases: Type.Array(
      Type.Object({
        commandId: Type.String(),
        by: Type.Enum(['pin', 'timer']),
        at: Time,
        reported: Type.Boolean(),
      }),
    ),
  }),
);

const newer = Compile(Type.Object({ format: Type.Integer({ minimum: FORMAT + 1 }) }));

/**
 * The lock record as lock.json (what a boot-time helper can read without a database) with a copy in the database: The copy shows whether a missing
 * file was removed, and restores a damaged or removed one.
 */
export function createLockFile({
  path,
  meta,
  clock,
}: {
  readonly path: string;
  readonly meta: Meta;
  readonly clock: Clock;
}): LockStore {
  const copy = (): LockRecord | null => {
    return recordOf(meta.get('lock'), path);
  };
  return {
    async load() {
      const file = await read(path);
      if (file.state === 'sound') return { found: 'record', record: file.record, damage: null };
      const kept = copy();
      if (file.state === 'missing') {
        return kept === null
          ? { found: 'none' }
          : { found: 'record', record: kept, damage: 'lock.json was removed' };
      }
      const aside = `${path}.damaged-${clock.now()}`;
      await rename(path, aside);
      const damage = `lock.json: ${file.reason}; set aside as ${aside}`;
      return kept === null ? { found: 'lost', damage } : { found: 'record', record: kept, damage };
    },
    async save(record) {
      await writeDurably(path, `${JSON.stringify(record)}\n`);
      meta.set('lock', record);
    },
  };
}

/** @throws AgentError for the record of a newer agent: taking it for damage would lose a lock */
function recordOf(value: unknown, path: string): LockRecord | null {
  if (newer.Check(value)) throw newerState(path, value.format, FORMAT);
  return schema.Check(value) ? value : null;
}

type ReadFile =
  | { readonly state: 'missing' }
  | { readonly state: 'sound'; readonly record: LockRecord }
  | { readonly state: 'damaged'; readonly reason: string };

async function read(path: string): Promise<ReadFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { state: 'missing' };
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { state: 'damaged', reason: messageOf(error) };
  }
  const record = recordOf(value, path);
  return record === null ? { state: 'damaged', reason: 'not a lock record' } : { state: 'sound', record };
}
