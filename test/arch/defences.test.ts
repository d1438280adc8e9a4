import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { DEFENCES } from '../mutation/defences.ts';
import { ROOT } from '../support/child-process.ts';

t.test('the defences that the suite `mutation` takes away are in the sources, each once', async (t) => {
  for (const [name, { file, changes }] of Object.entries(DEFENCES)) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [from] of changes) t.equal(source.split(from).length - 1, 1, `${name}: ${file}: ${from}`);
  }
});
