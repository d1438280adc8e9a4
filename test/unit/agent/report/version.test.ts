import { readFile } from 'node:fs/promises';
import t from 'tap';
import { AGENT_VERSION } from '../../../../agent/report/version.ts';

t.test('the agent reports the version of its package', async (t) => {
  const manifest = JSON.parse(
    await readFile(new URL('../../../../agent/package.json', import.meta.url), 'utf8'),
  );
  t.equal(AGENT_VERSION, manifest.version);
});
