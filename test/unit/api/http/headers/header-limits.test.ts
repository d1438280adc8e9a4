import t from 'tap';
import { checkHeaderLengths } from '../../../../../api/http/headers/header-limits.ts';

t.test('header fields up to the length that the document allows are taken', async (t) => {
  checkHeaderLengths({});
  checkHeaderLengths({
    'if-match': 'x'.repeat(1_000),
    'if-none-match': 'x'.repeat(1_000),
    prefer: 'x'.repeat(100),
    'x-other': 'x'.repeat(5_000),
  });
  t.pass();
});

t.test('a longer one is refused by its name', async (t) => {
  for (const [name, limit] of [
    ['if-match', 1_000],
    ['if-none-match', 1_000],
    ['prefer', 100],
  ] as const) {
    const detail = `"${name}" may have at most ${limit} characters.`;
    t.throws(() => checkHeaderLengths({ [name]: 'x'.repeat(limit + 1) }), {
      code: 'validation_failed',
      detail,
      extras: { errors: [{ in: 'header', parameter: name, code: 'maxLength', detail }] },
    });
  }
  t.throws(() => checkHeaderLengths({ prefer: ['x'.repeat(60), 'y'.repeat(60)] as never }), {
    code: 'validation_failed',
  });
});
