import { writeFileSync } from 'node:fs';
import t from 'tap';
import { HOST, openStandIns, type StandIns, skip } from './stand-ins.ts';

const SERVICE = 'SchoolgateWorker';
const SCRIPTS = ['attacked-agent', 'attacked-worker', 'stranger'];

/** Has a worker started. @returns how it ended */
async function start({ here, noted }: StandIns, name: string): Promise<unknown> {
  writeFileSync(here(`start-${name}`), '');
  return await noted(`${name} ended`);
}

t.test('programs of a student at the pipe of the worker’s service', { skip }, async (t) => {
  const host = await openStandIns(t, SCRIPTS);
  const { wine, noted, notes, script } = host;
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });

  const squatter = script('stranger', ['squat', '20']);
  await noted('the squatter has the name');
  t.equal(
    await start(host, 'beside'),
    'not started: Windows error 5',
    'its name is taken: nobody is spoken to',
  );
  await squatter;
  t.notOk(
    notes().some(({ what }) => what === 'the squatter reads'),
    'not a byte went to the squatter',
  );

  await start(host, 'first');
  t.equal(await noted('first'), 'here');
  // On Windows the pipe is shut to them; here they come in.
  for (const what of ['garbage', 'order', 'silence']) {
    await script('stranger', [what, '10']);
    await start(host, `after ${what}`);
    t.equal(await noted(`after ${what}`), 'here', `the next worker starts after ${what}`);
  }
});

t.test('a worker’s service that cannot start is told with the error of Windows', { skip }, async (t) => {
  const host = await openStandIns(t, SCRIPTS);
  const { wine, noted, control } = host;
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });
  await control(SERVICE, 'disabled');
  t.equal(await start(host, 'disabled'), 'not started: Windows error 1058');
  await control(SERVICE, 'demand');
  await start(host, 'enabled');
  t.equal(await noted('enabled'), 'here', 'it starts once it may');
  t.equal((await wine.run('sc', ['stop', SERVICE])).code, 0);
  t.equal((await wine.run('sc', ['delete', SERVICE])).code, 0);
  t.equal(await start(host, 'deleted'), 'not started: Windows error 1060');
});
