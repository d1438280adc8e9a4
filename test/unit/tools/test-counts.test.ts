import t from 'tap';
import { countTests } from '../../../tools/test-counts.ts';
import { hasFields } from '../../support/has-fields.ts';

const RUN = `TAP version 14
# Subtest: test/unit/a.test.ts
    # Subtest: a guarantee
        ok 1 - first assertion
        ok 2 - second assertion
        1..2
    ok 1 - a guarantee
    # Subtest: a group
        # Subtest: good
            ok 1 - assertion
            1..1
        ok 1 - good
        # Subtest: bad
            not ok 1 - assertion
            1..1
        not ok 2 - bad
        1..2
    not ok 2 - a group
    ok 3 - not here # SKIP needs a Mac
    1..3
not ok 1 - test/unit/a.test.ts
# Subtest: test/unit/only-assertions.test.ts
    ok 1 - assertion
    1..1
ok 2 - test/unit/only-assertions.test.ts
`;

t.test('a test is counted once, whatever number of assertions or groups it has', (t) => {
  t.same(countTests(`${RUN}1..2\n`), {
    passed: 3,
    failed: 1,
    skipped: ['not here: needs a Mac'],
    failures: ['test/unit/a.test.ts > a group > bad > assertion'],
  });
  t.end();
});

t.test('a skipped test is neither passed nor failed', (t) => {
  const run = `TAP version 14
# Subtest: skipping.test.ts
    ok 1 - not here # SKIP needs a Mac
    # Subtest: skips inside
        ok 1 - nor here # SKIP needs Windows
        1..1
    ok 2 - skips inside
    1..2
ok 1 - skipping.test.ts
# Subtest: only-skips.test.ts
    ok 1 - nor there # SKIP
    1..1
ok 2 - only-skips.test.ts
1..2
`;
  t.same(countTests(run), {
    passed: 0,
    failed: 0,
    skipped: ['not here: needs a Mac', 'nor here: needs Windows', 'nor there: no reason given'],
    failures: [],
  });
  t.end();
});

t.test('a file that ends before its first test is a failed test', (t) => {
  const run = `TAP version 14\n# Subtest: broken.test.ts\n    1..0 # no tests found\nnot ok 1 - broken.test.ts\n1..1\n`;
  hasFields(t, countTests(run), { passed: 0, failed: 1 });
  t.end();
});

t.test('a file that breaks after a good test is a failed test', (t) => {
  const run = `TAP version 14
# Subtest: late.test.ts
    # Subtest: good
        ok 1 - assertion
        1..1
    ok 1 - good
    1..1
not ok 1 - late.test.ts
1..1
`;
  hasFields(t, countTests(run), { passed: 1, failed: 1, failures: ['late.test.ts'] });
  t.end();
});

t.test('output that stops half way, or is empty, is never a success', (t) => {
  hasFields(t, countTests(RUN.replace(/not ok/g, 'ok')), { failed: 1 });
  hasFields(t, countTests(''), { passed: 0, failed: 1 });
  t.end();
});
