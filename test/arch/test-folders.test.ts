import { readFileSync } from 'node:fs';
import t from 'tap';
import { filesBelow } from '../../tools/repository.ts';

/** The helper itself, and the test of what stands in for tap. */
const MAY = new Set(['test/support/test-folder.ts', 'test/unit/tools/mutants/tap-stand-in.test.ts']);

t.test('tests take their folder from testFolder, which outlives what runs in it', async (t) => {
  const files = filesBelow('test', '.ts').filter((file) => !MAY.has(file));
  t.ok(files.includes('test/arch/test-folders.test.ts'), 'there are tests to look at');
  const direct = files.filter((file) => /\b\w+\.testdir\(/.test(readFileSync(file, 'utf8')));
  t.same(direct, []);
});
