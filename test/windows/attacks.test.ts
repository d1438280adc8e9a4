import { writeFileSync } from 'node:fs';
import t from 'tap';
import { HOST, openStandIns, type StandIns, skip } from './stand-ins.ts';

const SERVICE = 'SchoolgateWorker';
const SCRIPTS = ['driven-agent', 'driven-worker', 'stranger'];

function start({ here }: StandIns, name: string): void {
  writeFileSync(here(`start-${name}`), '[]');
}

/** @returns how a worker ended that is to be started */
async function endOf(host: StandIns, name: string): Promise<unknown> {
  start(host, name);
  return await host.noted(`${name} ended`);
}

/** Resolves once a worker has started. */
async function startOf(host: StandIns, name: string): Promise<void> {
  start(host, name);
  // It says that nothing is held for it.
  await host.noted(name);
}

t.test('programs of a student at the pipe of the worker’s service', { skip }, async (t) => {
  const host = await openStandIns(t, SCRIPTS);
  const { wine, noted, notes, script } = host;
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });

  const squatter = script('stranger', ['squat', '20']);
  await noted('the squatter has the name');
  // Windows refuses the service the name (5); Wine gives it, and the agent's host sees that the pipe is another's (230).
  t.match(await endOf(host, 'beside'), /^not started: Windows error (5|230)$/, 'nobody is spoken to');
  await squatter;
  t.notOk(
    notes().some(({ what }) => what === 'the squatter reads'),
    'not a byte went to the squatter',
  );

  await startOf(host, 'first');
  // On Windows the pipe is shut to them; here they come in.
  for (const what of ['garbage', 'order', 'silence']) {
    await script('stranger', [what, '10']);
    await startOf(host, `after ${what}`);
    t.pass(`the next worker starts after ${what}`);
  }
});

t.test('a worker’s service that cannot start is told with the error of Windows', { skip }, async (t) => {
  const host = await openStandIns(t, SCRIPTS);
  const { wine, control } = host;
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });
  await control(SERVICE, 'disabled');
  t.equal(await endOf(host, 'disabled'), 'not started: Windows error 1058');
  await control(SERVICE, 'demand');
  await startOf(host, 'enabled');
  t.pass('it starts once it may');
  t.equal((await wine.run('sc', ['stop', SERVICE])).code, 0);
  t.equal((await wine.run('sc', ['delete', SERVICE])).code, 0);
  t.equal(await endOf(host, 'deleted'), 'not started: Windows error 1060');
});
