import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ALL_SCOPES } from '../../contracts/scopes.ts';
import { silentLog } from '../../kit/log.ts';
import { dataLayout } from '../../server/data-folder/layout.ts';
import { schoolStore } from '../../server/school/school-store.ts';
import type { Store } from '../../store/ports/store.ts';
import { createSchool, type School } from '../support/school.ts';
import { createTestDevice, type TestLink } from '../support/test-device.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { FLOWS, runProgram } from './programs.ts';

const FORTY = 40;
const FAILING = 3;

t.test('the flows run as they say, and every answer is as the document says', async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(folder, t.teardown.bind(t));
  await startLaptops(t, school);
  const har = join(folder, 'out.har');
  const { code, stdout, stderr } = await runProgram('redocly', [
    'respect',
    FLOWS,
    '--server',
    `api=http://127.0.0.1:${school.httpPort}`,
    '--input',
    `bearer=${await keyFor(school)}`,
    '--har-output',
    har,
  ]); // prettier-ignore
  t.equal(code, 0, `${stdout}\n${stderr}`);
  for (const flow of [
    'roster-sync',
    'dashboard',
    'helpdesk-unblock',
    'scheduled-policy-change',
    'helpdesk-decides',
    'lock-forty',
    'settings',
  ])
    t.match(stdout + stderr, new RegExp(flow), `${flow} ran`);
});

/** A key with every scope, also those that no preset has. */
async function keyFor(school: School): Promise<string> {
  const flags = ['--name', 'flows', '--scopes', ALL_SCOPES.join(','), '--rate-limit', '5000'];
  const { code, stdout, stderr } = await school.command('keys', 'create', ...flags);
  if (code !== 0) throw new Error(`no key: ${stderr}`);
  return (JSON.parse(stdout) as { readonly key: string }).key;
}

/** Forty laptops that lock themselves when they are told to. Three of them fail at the first time, and students of two ask for a site. */
async function startLaptops(t: Test, school: School): Promise<void> {
  const { store } = schoolStore(dataLayout(school.dataDir), silentLog);
  await store.start();
  const links: TestLink[] = [];
  for (let n = 0; n < FORTY; n++) links.push(await startLaptop(t, store, { school, fails: n < FAILING }));
  await store.stop();
  for (const [n, link] of links.slice(0, 2).entries())
    await link.publish('events', {
      events: [
        {
          ...{ id: `ask-0000${n}`, at: Date.now(), kind: 'access_request' },
          details: { host: 'asked.arazzo.example', note: 'For the project' },
        },
      ],
    });
  await until(
    async () => (await school.request('GET', '/v1/devices?ou=/Forty&status=online')).body.total === FORTY,
    {
      what: 'all laptops to be on-line',
    },
  );
}

async function startLaptop(
  t: Test,
  store: Store,
  { school, fails }: { readonly school: School; readonly fails: boolean },
): Promise<TestLink> {
  const laptop = await createTestDevice({ store, ouPath: '/Forty' });
  const link = await laptop.connect(`ws://127.0.0.1:${school.httpPort}/mqtt`);
  await link.publish('status', { state: 'online', epoch: link.epoch });
  await link.heartbeat();
  let ended = false;
  t.teardown(() => {
    ended = true;
    link.client.end(true);
  });
  const obey = async (): Promise<void> => {
    for (let done = 0; ; done++) {
      await until(() => ended || link.commands.length > done, {
        what: 'a command',
        timeoutMs: 300_000,
        intervalMs: 50,
      });
      const command = link.commands[done];
      if (ended || command === undefined) return;
      await link.result(command.commandId, 'acknowledged');
      if (fails && done === 0) {
        const error = { code: 'not_now', detail: 'The screen is busy.' };
        await link.result(command.commandId, 'failed', { error });
      } else await link.result(command.commandId, 'succeeded');
    }
  };
  obey().catch(() => undefined);
  return link;
}
