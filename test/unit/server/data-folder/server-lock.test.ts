import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { dataLayout } from '../../../../server/data-folder/layout.ts';
import { createServerLock, findRunningServer } from '../../../../server/data-folder/server-lock.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SERVER = { pid: 42, http: 'http://127.0.0.1:8080', httpPort: 8080, mqttPort: 8883 };
const layoutOf = (t: Test) => dataLayout(testFolder(t));

t.test('a second server on the same folder is told who has it', async (t) => {
  const layout = layoutOf(t);
  const first = createServerLock(layout);
  await first.start();
  await first.publish(SERVER);
  await t.rejects(createServerLock(layout).start(), {
    name: 'OperatorError',
    message: `A Schoolgate server (process 42, http://127.0.0.1:8080) is already running on the data folder ${layout.root}: stop it first, or choose another with --data-dir.`,
  });
  await first.stop();
});

t.test('the folder is free again after a stop', async (t) => {
  const layout = layoutOf(t);
  const first = createServerLock(layout);
  await first.start();
  await first.start();
  await first.publish(SERVER);
  t.same(await findRunningServer(layout), SERVER);
  await first.stop();
  await first.stop();
  t.equal(await findRunningServer(layout), null);
  const second = createServerLock(layout);
  await t.resolves(second.start());
  await second.stop();
});

t.test('the folder is free again after a server was killed', async (t) => {
  const layout = layoutOf(t);
  const module = new URL('../../../../server/data-folder/server-lock.ts', import.meta.url).href;
  const program = `const { createServerLock } = await import(${JSON.stringify(module)});
    const lock = createServerLock(${JSON.stringify(layout)});
    await lock.start(); await lock.publish(${JSON.stringify(SERVER)}); console.log('held'); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  t.same(await findRunningServer(layout), SERVER);
  await t.rejects(createServerLock(layout).start(), /already running/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.equal(await findRunningServer(layout), null, 'what it left behind is not believed');
  const next = createServerLock(layout);
  await t.resolves(next.start());
  await next.stop();
});

t.test('nothing runs on a folder that is not there, and looking makes nothing', async (t) => {
  const layout = dataLayout(`${testFolder(t)}/none`);
  t.equal(await findRunningServer(layout), null);
});

t.test('a damaged note about the running server does not hide that it runs', async (t) => {
  const layout = layoutOf(t);
  const first = createServerLock(layout);
  await first.start();
  writeFileSync(layout.running, 'nonsense');
  await t.rejects(createServerLock(layout).start(), /^Another Schoolgate server is already running/);
  await first.stop();
});
