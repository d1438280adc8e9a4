import { join } from 'node:path';
import t from 'tap';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { FLOWS, runProgram } from './programs.ts';

t.test(
  'the four typical uses run as their flows say, and every answer is as the document says',
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(folder, t.teardown.bind(t));
    const har = join(folder, 'out.har');
    const { code, stdout, stderr } = await runProgram('redocly', [
      'respect',
      FLOWS,
      '--server',
      `api=http://127.0.0.1:${school.httpPort}`,
      '--input',
      `bearer=${school.key}`,
      '--har-output',
      har,
    ]); // prettier-ignore
    t.equal(code, 0, `${stdout}\n${stderr}`);
    for (const flow of ['roster-sync', 'dashboard', 'helpdesk-unblock', 'scheduled-policy-change'])
      t.match(stdout + stderr, new RegExp(flow), `${flow} ran`);
  },
);
