import t from 'tap';
import { findFolderCycles, type Import } from '../../../tools/check-folder-cycles.ts';

const imports = (...lines: readonly string[]): readonly Import[] =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' ');
    return { from, to };
  });

t.test('folders that import one another are told with the files that do it', async (t) => {
  t.same(findFolderCycles(imports('api/a/x.ts api/b/y.ts', 'api/b/z.ts api/a/w.ts')), [
    'api/a → api/b → api/a: api/a/x.ts imports api/b/y.ts, api/b/z.ts imports api/a/w.ts',
  ]);
});

t.test('a circle over a third folder, and over folders within, is one', async (t) => {
  const found = findFolderCycles(
    imports('api/a/x.ts api/b/in/y.ts', 'api/b/out/z.ts api/c/w.ts', 'api/c/w.ts api/a/v.ts'),
  );
  t.same(found, [
    'api/a → api/b → api/c → api/a: api/a/x.ts imports api/b/in/y.ts, api/b/out/z.ts imports api/c/w.ts, api/c/w.ts imports api/a/v.ts',
  ]);
});

t.test('a folder and the files beside it that import one another are a circle', async (t) => {
  t.same(findFolderCycles(imports('api/a/x.ts api/a/in/y.ts', 'api/a/in/y.ts api/a/z.ts')), [
    'api/a → api/a/in → api/a: api/a/x.ts imports api/a/in/y.ts, api/a/in/y.ts imports api/a/z.ts',
  ]);
});

t.test('files of one folder, and folders in one direction, are none', async (t) => {
  t.same(
    findFolderCycles(
      imports(
        'api/a/x.ts api/a/y.ts',
        'api/a/x.ts api/b/y.ts',
        'api/a/z.ts api/c/y.ts',
        'api/c/y.ts api/b/y.ts',
      ),
    ),
    [],
  );
});
