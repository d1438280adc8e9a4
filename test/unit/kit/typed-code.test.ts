import t from 'tap';
import { canonicalCode, typedCode } from '../../../kit/typed-code.ts';

t.test('a code is groups of characters that nobody misreads', (t) => {
  t.equal(
    typedCode(
      Uint8Array.from({ length: 10 }, (_, at) => at * 3),
      4,
    ),
    '0369-CFJN-RV',
  );
  t.match(
    typedCode(
      Uint8Array.from({ length: 32 }, (_, at) => at),
      32,
    ),
    /^[0-9A-HJKMNP-TV-Z]{32}$/,
  );
  t.end();
});

t.test('however it is typed, it is the same code', (t) => {
  for (const typed of ['0169-CFJN', ' oi69 cfjn', 'OL69CFJN', '0-1-6-9-c-f-j-n'])
    t.equal(canonicalCode(typed), '0169CFJN', typed);
  t.end();
});
