import t, { type Test } from 'tap';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import { readStatus } from '../../agent/state/status-file.ts';
import type { TestProcess } from '../support/child-process.ts';
import { labObstacle, labRequired } from '../support/laptop-lab.ts';
import { buildSchoolLab, PLACES, type SchoolLab } from '../support/school-lab.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const GAME = 'play.example';
const NEWS = 'news.example';
const POLICY = {
  name: 'The lab',
  target: { everyone: true },
  rules: [{ effect: 'block', locked: true, match: { domains: [GAME] } }],
};
/** What each layer of the filter wants (agent/cli/program.ts). */
const PORTS = { resolver: 5_300, proxy: 8_123, relay: 8_443 } as const;
type LayerName = keyof typeof PORTS;
/** The quick part of the self-check comes every 5 s; the rest is the busiest machine. */
const SOON_MS = 40_000;

const obstacle = labObstacle();

t.test(
  'a student who takes the filter’s ports before it starts gains nothing',
  { skip: obstacle !== null && !labRequired() ? obstacle : false, timeout: 300_000 },
  async (t) => {
    const lab = await buildSchoolLab(testFolder(t));
    t.teardown(() => lab.down());
    t.equal((await lab.api('POST', '/v1/policies', POLICY)).status, 201);
    await lab.enforcing();

    for (const layer of ['resolver', 'proxy', 'relay'] as const)
      await t.test(`the port of the ${layer} alone`, (t) => takenBefore(t, lab, [layer]));
    await t.test('the ports of all layers', (t) => takenBefore(t, lab, ['resolver', 'proxy', 'relay']));
  },
);

/** Stops the agent, takes ports as the student, and starts it again: it filters, listens elsewhere and says who is in the way. */
async function takenBefore(t: Test, lab: SchoolLab, layers: readonly LayerName[]): Promise<void> {
  await lab.agent().end('SIGTERM');
  const holder = await hold(
    lab,
    layers.map((layer) => PORTS[layer]),
  );
  const before = faultsOf(lab).length;
  const startedAt = Date.now();
  lab.startAgent();
  await filters(t, lab);
  const problems = await until(
    async () => {
      // What an agent before said stands there until this one has written.
      const status = await readStatus(stateFolderAt(lab.stateDir));
      const said = status !== null && status.startedAt >= startedAt ? (status.filter?.problems ?? []) : [];
      const isNamed = said.every((problem) => !problem.includes('a program of user'));
      return said.length === layers.length && isNamed ? said : null;
    },
    { what: 'a sentence for each port, with the name of the program', timeoutMs: SOON_MS, intervalMs: 100 },
  );
  for (const layer of layers)
    t.match(
      problems.find((problem) => problem.includes(`of the ${layer} `)),
      new RegExp(
        `^port ${PORTS[layer]} of the ${layer} is taken by node.* of user \\d+; it listens on port \\d+ instead$`,
      ),
      'the agent says who holds it',
    );
  // It may have heard before of a program without a name.
  await until(() => problems.every((problem) => faultsOf(lab).slice(before).includes(problem)), {
    what: 'the school to hear the same',
    timeoutMs: SOON_MS,
    intervalMs: 100,
  });

  await holder.end('SIGKILL');
  await filters(t, lab);
}

/** Takes ports on each address of the laptop itself, by TCP and UDP. */
async function hold(lab: SchoolLab, ports: readonly number[]): Promise<TestProcess> {
  const program = `const net=require('net'),dgram=require('dgram');let left=${ports.length}*2;
    const done=()=>{if(--left===0)console.log('held')};
    for(const port of ${JSON.stringify(ports)}){
      net.createServer((s)=>s.on('error',()=>{})).listen(port,'127.0.0.1',done);
      dgram.createSocket('udp4').bind(port,'127.0.0.1',done)}`;
  const holder = lab.startAsStudent('env', '-i', process.execPath, '-e', program);
  await holder.line(/^held/);
  return holder;
}

/** By look-up, through the proxy's place and straight to the site's address. */
async function filters(t: Test, lab: SchoolLab): Promise<void> {
  // While nothing listens yet, no name resolves: then it is not the filter that answers.
  await until(async () => (await addressOf(lab, NEWS)) === PLACES.site, {
    what: 'what is allowed to resolve',
    timeoutMs: SOON_MS,
    intervalMs: 200,
  });
  t.equal(await addressOf(lab, GAME), '0.0.0.0', 'the game is blocked');
  const page = await lab.student('curl', '-sSk', '--max-time', '10', `https://${NEWS}/`);
  t.match(page.stdout, /the site news\.example/, `and loads: ${page.stderr}`);
  const pinned = ['--resolve', `${GAME}:443:${PLACES.site}`, `https://${GAME}/`];
  const game = await lab.student('curl', '-sSk', '--max-time', '6', ...pinned);
  t.notMatch(game.stdout, /the site play\.example/, 'the game is not to be had by its address either');
}

async function addressOf(lab: SchoolLab, name: string): Promise<string> {
  return (await lab.student('dig', '+short', '+tries=1', '+time=3', name)).stdout.trim();
}

function faultsOf(lab: SchoolLab): readonly string[] {
  return lab
    .deviceEvents()
    .filter(({ kind, details }) => kind === 'fault' && details.what === 'filter_problem')
    .map(({ details }) => String(details.detail));
}
