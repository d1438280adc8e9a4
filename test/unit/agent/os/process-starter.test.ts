import { existsSync } from 'node:fs';
import t from 'tap';
import { createProcessStarter } from '../../../../agent/os/process-starter.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { until } from '../../../support/until.ts';

const starter = createProcessStarter({ clock: systemClock, env: process.env, platform: process.platform });

function node(script: string): readonly string[] {
  return [process.execPath, '-e', script];
}

function alive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
}

t.test('the end of a program is told, also of one that could not start', async (t) => {
  t.strictSame(await starter.start(node('process.exit(3)')).ended, { reason: 'exit code 3' });
  const missing = starter.start(['/no/such/program']);
  t.equal(missing.pid, null);
  hasFields(t, await missing.ended, { reason: /ENOENT/ });
  await missing.stop();
});

t.test('stopping ends a program, twice without harm', async (t) => {
  const process = starter.start(node('setInterval(() => {}, 1000)'));
  await process.stop();
  await process.stop();
  hasFields(t, await process.ended, { reason: 'killed by SIGTERM' });
  t.notOk(alive(process.pid));
});

t.test('a program that does not listen is killed', async (t) => {
  const folder = testFolder(t);
  const deaf = starter.start(
    node(
      `process.on('SIGTERM', () => {}); require('fs').writeFileSync('${folder}/up', ''); setInterval(() => {}, 1000)`,
    ),
  );
  await until(() => existsSync(`${folder}/up`), { what: 'the program to be up' });
  await deaf.stop();
  hasFields(t, await deaf.ended, { reason: 'killed by SIGKILL' });
});
