import t from 'tap';
import { waitForCommand } from '../../../../api/commands/order.ts';
import { createTestSchool, type TestSchool } from '../school.ts';

const wait = (school: TestSchool, id: string, seconds: number, ...signals: AbortSignal[]) =>
  school.store.commands.get(1, id).then((command) => {
    if (command === null) throw new Error('the command is gone');
    return waitForCommand(school.tools, command, { seconds, signals });
  });

t.test('a command that has ended is given back at once', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock' });
  await school.confirm(true);
  t.equal((await wait(school, id, 30))?.status, 'succeeded');
});

t.test('the end of the command ends the wait, without the clock going on', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock' });
  const waiting = wait(school, id, 30);
  await school.clock.advance(0);
  await school.store.transaction(async (tx) => {
    await tx.commands.advance(id, { to: 'succeeded', at: school.clock.now() });
    tx.wake({ kind: 'command', commandId: id });
  });
  t.equal((await waiting)?.status, 'succeeded');
  t.equal(school.clock.pending(), 0, 'no timer is left');
});

t.test('a step that is not the last does not end the wait, and a lost wake-up costs a second', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock' });
  let ended = false;
  const waiting = wait(school, id, 30).finally(() => {
    ended = true;
  });
  await school.clock.advance(0);
  await school.store.commands.advance(id, { to: 'acknowledged', at: school.clock.now() });
  await school.clock.advance(5_000);
  t.equal(ended, false);
  await school.store.commands.advance(id, { to: 'failed', at: school.clock.now() });
  await school.clock.advance(1_000);
  t.equal((await waiting)?.status, 'failed');
});

t.test('the time that was asked for ends the wait with the command as it is', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock' });
  const waiting = wait(school, id, 3);
  await school.clock.advance(3_000);
  t.equal((await waiting)?.status, 'queued');
});

t.test('a client that has gone, or a server that stops, ends the wait', async (t) => {
  const school = await createTestSchool(t);
  const { id } = await school.order({ type: 'lock' });
  const gone = new AbortController();
  const waiting = wait(school, id, 30, new AbortController().signal, gone.signal);
  await school.clock.advance(0);
  gone.abort();
  t.equal((await waiting)?.status, 'queued');
  t.equal(school.clock.pending(), 0);
});
