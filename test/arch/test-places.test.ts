import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { filesBelow, ROOT } from '../../tools/repository.ts';

/** The layers whose tests lie as their code does. */
const LAYERS = ['api'] as const;

for (const layer of LAYERS) {
  t.test(`a unit test of ${layer} lies where its module or folder does`, async (t) => {
    const files = filesBelow(`test/unit/${layer}`, '.test.ts');
    t.ok(files.length > 50, 'there are tests to look at');
    t.same(
      files.filter((file) => {
        const place = file.slice('test/unit/'.length, -'.test.ts'.length);
        return !existsSync(join(ROOT, `${place}.ts`)) && !existsSync(join(ROOT, place));
      }),
      [],
    );
  });

  t.test(`an integration test of ${layer} lies in a folder that ${layer} has`, async (t) => {
    const files = filesBelow(`test/integration/${layer}`, '.test.ts');
    t.ok(files.length > 30, 'there are tests to look at');
    t.same(
      files.filter((file) => !existsSync(join(ROOT, dirname(file).slice('test/integration/'.length)))),
      [],
    );
  });
}
