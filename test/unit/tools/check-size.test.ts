import t from 'tap';
import { findLongFiles } from '../../../tools/check-size.ts';

t.test('a source file may have 400 lines, a test file 600', (t) => {
  const lines: Readonly<Record<string, number>> = {
    'kit/full.ts': 400,
    'kit/long.ts': 401,
    'test/unit/full.test.ts': 600,
    'test/unit/long.test.ts': 601,
  };
  t.same(
    findLongFiles(Object.keys(lines), (file) => lines[file] ?? 0),
    ['kit/long.ts has 401 lines, 400 are allowed', 'test/unit/long.test.ts has 601 lines, 600 are allowed'],
  );
  t.end();
});
