import { readFileSync } from 'node:fs';
import t from 'tap';
import { hasText } from '../support/has-fields.ts';
import { HOST, openStandIns, skip } from './stand-ins.ts';

const SERVICES = 'HKLM\\SYSTEM\\CurrentControlSet\\Services';

t.test('the worker is a service that the host starts for the agent', { skip }, async (t) => {
  const { wine, here, noted } = await openStandIns(t, ['worker-agent', 'worker-process']);
  t.same(await wine.run(HOST, ['install']), { code: 0, output: '' });
  const { args, env } = (await noted('first is')) as { args: string[]; env: string[] };
  t.same(args, ['worker', '--log-level', 'a "b\\ ä'], 'the worker gets its arguments');
  t.notOk(env.includes('SCHOOLGATE_HOST_FD'), 'and nothing of the service');
  t.comment(`its environment: ${env.join(', ')}`);
  t.equal(await noted('first says'), 'answered', 'it speaks with the agent over file 3');
  t.equal(await noted('power'), 3, 'the agent is served meanwhile');
  t.equal(await noted('first ended'), 'exit code 1', 'it is killed, and its end told');
  t.ok(await noted('second is'), 'another follows');
  t.equal(await noted('second ended'), 'exit code 7', 'its own end is told with its code');
  t.ok(await noted('third is'));
  hasText(t, readFileSync(here('agent.log'), 'utf8'), 'the worker logs', 'it logs beside the agent');

  const services = async (): Promise<readonly boolean[]> => {
    const there: boolean[] = [];
    for (const name of ['SchoolgateAgent', 'SchoolgateWorker'])
      there.push((await wine.run('reg', ['query', `${SERVICES}\\${name}`])).code === 0);
    return there;
  };
  t.same(await services(), [true, true]);
  t.same(await wine.run(HOST, ['uninstall']), { code: 0, output: '' });
  t.same(await services(), [false, false], 'neither service is left');
});
