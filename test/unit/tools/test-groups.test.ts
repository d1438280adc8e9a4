import t from 'tap';
import { groupFiles } from '../../../tools/test-groups.ts';

t.test(
  'files of one folder share a process until it is long enough; those that start programs share none',
  (t) => {
    const files = [
      'test/e2e/a.test.ts',
      'test/unit/kit/a.test.ts',
      'test/unit/kit/b.test.ts',
      'test/e2e/b.test.ts',
      'test/unit/store/a.test.ts',
      'test/unit/kit/alone.test.ts',
      'test/unit/kit/c.test.ts',
      'test/unit/kit/d.test.ts',
    ];
    const contentOf = (file: string): string =>
      file.includes('alone') ? `// In a process of its own: it sets the time zone.\n` : '';
    t.strictSame(
      groupFiles(files, { 'test/unit/kit/a.test.ts': 32, 'test/unit/kit/c.test.ts': 8 }, contentOf),
      [
        ['test/e2e/a.test.ts'],
        ['test/unit/kit/a.test.ts', 'test/unit/kit/b.test.ts'],
        ['test/e2e/b.test.ts'],
        ['test/unit/store/a.test.ts'],
        ['test/unit/kit/alone.test.ts'],
        ['test/unit/kit/c.test.ts', 'test/unit/kit/d.test.ts'],
      ],
    );
    t.end();
  },
);
