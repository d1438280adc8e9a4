import t, { type Test } from 'tap';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
const POLICY = {
  name: 'The lab',
  target: { everyone: true },
  rules: [{ effect: 'block', locked: true, match: { domains: [GAME] } }],
};
/** Far more than one message between agent and worker can hold. */
const PACKETS = 5_000;
/** The self-check looks each 5 s, and what it counts is told after that. */
const TWO_LOOKS_MS = 12_000;

const obstacle = labObstacle();

t.test(
  'a student’s shell cannot switch the filter off',
  { skip: obstacle !== null && !labRequired() ? obstacle : false, timeout: 300_000 },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t));
    t.teardown(() => lab.down());
    t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);
    await lab.enforcing();
    t.same(await answersOf(lab), { game: '0.0.0.0', news: true }, 'it filters');

    await t.test('a storm of forbidden packets to ever new addresses leaves the worker alive', (t) =>
      packetStorm(t, lab),
    );
  },
);

/** UDP to ports that the firewall counts, each packet to another address: the agent tells all of them to the worker. */
async function packetStorm(t: Test, lab: SchoolLab): Promise<void> {
  const worker = await workerPid(lab);
  const startedAt = performance.now();
  const storm = await lab.student(
    ...['env', '-i', process.execPath, '-e'],
    `const s=require('dgram').createSocket('udp4');s.on('error',()=>{});let n=0;
     const more=()=>{for(let i=0;i<50&&n<${PACKETS};i++,n++)s.send('x',853,'8.'+(n>>14&127)+'.'+(n>>7&127)+'.'+(n&127),()=>{});
       if(n<${PACKETS})setTimeout(more,20);else setTimeout(()=>process.exit(0),500)};more()`,
  );
  t.equal(storm.code, 0, storm.stderr);
  // Until the agent has read and told what it counted, twice.
  await until(() => performance.now() - startedAt > TWO_LOOKS_MS, {
    what: 'two looks of the agent',
    timeoutMs: 2 * TWO_LOOKS_MS,
    intervalMs: 100,
  });
  t.equal(await workerPid(lab), worker, 'it is the same worker');
  t.same(await answersOf(lab), { game: '0.0.0.0', news: true }, 'which filters as before');
  t.same(
    lab.deviceEvents().filter(({ kind, details }) => kind === 'fault' && details.what === 'worker'),
    [],
    'and never ended',
  );
}

async function workerPid(lab: SchoolLab): Promise<number> {
  const { stdout } = await lab.root('pgrep', '-P', String(lab.agent().pid), '-f', ' worker');
  return Number(stdout.trim());
}

/** What the student's look-ups give for a blocked name and for one that is not. */
async function answersOf(lab: SchoolLab): Promise<{ readonly game: string; readonly news: boolean }> {
  const ask = async (name: string): Promise<string> =>
    (await lab.student('dig', '+short', '+tries=2', '+time=3', name)).stdout.trim();
  const news = await ask(NEWS);
  return { game: await ask(GAME), news: news !== '' && news !== '0.0.0.0' };
}
