import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { NEVER_LOCKED, provisionalLock } from '../../../../agent/core/lock/lock-record.ts';
import { type AgentState, openAgentState } from '../../../../agent/state/agent-state.ts';
import { takeRunLock } from '../../../../agent/state/run-lock.ts';
import {
  defaultStateFolder,
  prepareStateFolder,
  type StateFolder,
} from '../../../../agent/state/state-folder.ts';
import type { ResultMessage } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';

const clock = createFakeClock();
const open = (folder: StateFolder, enrollment = 'a'): Promise<AgentState> =>
  openAgentState({ folder, clock, log: silentLog, enrollment });
const folderOf = (t: Test): Promise<StateFolder> => prepareStateFolder(testFolder(t));
const result = (n: number, state: ResultMessage['state']): ResultMessage => ({
  id: `${state.slice(0, 3)}_result_${n}`,
  commandId: `cmd_${n}`,
  state,
  at: 1,
});

t.test('the state folder is private, and where the platform keeps such things', async (t) => {
  const { path } = await prepareStateFolder(`${testFolder(t)}/deep/state`);
  t.equal((await stat(path)).mode & 0o777, 0o700);
  t.equal(defaultStateFolder('linux', {}), '/var/lib/schoolgate-agent');
  t.equal(defaultStateFolder('darwin', {}), '/Library/Application Support/Schoolgate');
  t.match(defaultStateFolder('win32', { ProgramData: 'D:\\Data' }), /^D:\\Data.Schoolgate$/);
  t.equal(defaultStateFolder('linux', { SCHOOLGATE_AGENT_STATE_DIR: '/x' }), '/x');
  await t.rejects(prepareStateFolder(`${testFolder(t, { file: '' })}/file/state`), {
    name: 'AgentError',
    message: /--state-dir/,
  });
});

t.test('target, epoch, time and addresses outlive the process', async (t) => {
  const folder = await folderOf(t);
  const first = await open(folder);
  first.target.save({ jws: 'a.b.c', version: 4 });
  t.equal(first.nextEpoch(), 1);
  first.saveLookUps(new Map([['school.example', ['192.0.2.1']]]));
  first.close();
  const second = await open(folder);
  t.same(second.target.load(), { jws: 'a.b.c', version: 4 });
  t.equal(second.nextEpoch(), 2);
  t.same([...second.loadLookUps()], [['school.example', ['192.0.2.1']]]);
  second.close();
});

t.test('the state of another enrollment is forgotten', async (t) => {
  const folder = await folderOf(t);
  const first = await open(folder, 'a');
  first.target.save({ jws: 'a.b.c', version: 4 });
  first.commands.accept(
    { commandId: 'cmd_1', sequence: 9, type: 'message', jws: 'x' },
    result(1, 'acknowledged'),
  );
  first.close();
  const second = await open(folder, 'b');
  t.equal(second.target.load(), null);
  t.equal(second.commands.highWater(), 0);
  t.equal(second.outbox.size().rows, 0);
  second.close();
});

t.test(
  'a command is accepted with its acknowledgement and ended with its result, all or nothing',
  async (t) => {
    const state = await open(await folderOf(t));
    state.commands.accept(
      { commandId: 'cmd_1', sequence: 3, type: 'locate', jws: 'x' },
      result(1, 'acknowledged'),
    );
    hasFields(t, state.commands.unfinished(), [{ commandId: 'cmd_1' }]);
    t.throws(() =>
      state.commands.accept(
        { commandId: 'cmd_1', sequence: 8, type: 'locate', jws: 'x' },
        result(2, 'acknowledged'),
      ),
    );
    t.equal(state.commands.highWater(), 3);
    t.equal(state.outbox.size().rows, 1, 'what failed has left nothing, in the count neither');
    state.commands.finish(result(1, 'succeeded'));
    t.same(state.commands.unfinished(), []);
    hasFields(t, state.commands.find('cmd_1'), { outcome: { state: 'succeeded' } });
    t.equal(state.outbox.size().rows, 2);
    state.close();
  },
);

t.test('a damaged database is set aside and started anew, and epochs still grow', async (t) => {
  const folder = await folderOf(t);
  const first = await open(folder);
  first.nextEpoch();
  first.close();
  await writeFile(folder.database, 'this is no database, this is a disk fault'.repeat(200));
  const second = await open(folder);
  t.match(second.damage, /set aside/);
  t.ok(second.nextEpoch() > 1_000_000);
  t.ok((await readdir(folder.path)).some((name) => name.startsWith('state.db.damaged-')));
  second.close();
});

t.test('a lock record: none, kept, made good from its copy, and lost', async (t) => {
  const folder = await folderOf(t);
  const record = provisionalLock(5);
  const state = await open(folder);
  t.same(await state.lock.load(), { found: 'none' });
  await state.lock.save(record);
  t.same(await state.lock.load(), { found: 'record', record, damage: null });
  t.equal((await stat(folder.lock)).mode & 0o777, 0o600);
  await truncate(folder.lock, 20);
  hasFields(t, await state.lock.load(), { found: 'record', record, damage: /set aside/ });
  hasFields(t, await state.lock.load(), { found: 'record', record, damage: 'lock.json was removed' });
  state.close();
  for (const suffix of ['', '-wal', '-shm']) await rm(folder.database + suffix, { force: true });
  await writeFile(folder.lock, JSON.stringify({ ...NEVER_LOCKED, held: 7 }));
  const fresh = await open(folder);
  hasFields(t, await fresh.lock.load(), { found: 'lost', damage: /not a lock record/ });
  fresh.close();
});

t.test('one agent a folder', async (t) => {
  const folder = await folderOf(t);
  const lock = takeRunLock(folder.runLock);
  t.ok(lock);
  t.equal(takeRunLock(folder.runLock), null);
  lock?.release();
  lock?.release();
  const again = takeRunLock(folder.runLock);
  t.ok(again, 'given back');
  again?.release();
});
