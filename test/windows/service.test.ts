import { writeFileSync } from 'node:fs';
import t from 'tap';
import { until } from '../support/until.ts';
import { HOST, openStandIns, skip } from './stand-ins.ts';

const SERVICE = 'SchoolgateAgent';
/** Of a host that is built for tests (service.c): what Wine never sends. */
const RESUME = 200;
const LOGON = 201;

t.test('the service tells the agent what happens, and starts anew one that hangs', { skip }, async (t) => {
  const { wine, here, notes, noted, control } = await openStandIns(t, ['service-agent']);
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });
  await noted('a life');
  await control(SERVICE, RESUME);
  await noted('power resume');
  await control(SERVICE, LOGON);
  await noted('session logon');

  const lives = (): number => notes().filter(({ what }) => what === 'a life').length;
  const before = lives();
  writeFileSync(here('hang'), '');
  await until(() => lives() > before, {
    what: 'an agent that says nothing is ended and started again',
    timeoutMs: 120_000,
  });

  t.same(await wine.run(HOST, ['uninstall']), { code: 0, output: '' });
  await noted('stop stop');
});
