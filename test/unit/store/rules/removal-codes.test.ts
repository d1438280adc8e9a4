import t from 'tap';
import { isRemovalCode } from '../../../../kit/removal-code.ts';
import { HELD_KEY } from '../../../../store/rules/held-key.ts';
import { createRemovalCodes } from '../../../../store/rules/removal-codes.ts';

const codes = createRemovalCodes(new Uint8Array(32).fill(7));
const device = { id: 'dev_1', publicKey: 'key-of-this-enrollment' } as const;

function codeOf(changes: object, of = codes): string | null {
  return of.codeOf({ ...device, ...changes } as Parameters<typeof codes.codeOf>[0]);
}

t.test('a code belongs to a device, its enrollment and the server, and to nothing else', (t) => {
  t.equal(codeOf({}), 'NKYW6-DBBQB', 'the same for ever: nothing is stored');
  t.not(codeOf({ id: 'dev_2' }), codeOf({}));
  t.not(codeOf({ publicKey: 'key-of-the-next' }), codeOf({}));
  t.not(codeOf({}, createRemovalCodes(new Uint8Array(32).fill(8))), codeOf({}));
  t.equal(codeOf({ publicKey: `${HELD_KEY}${device.publicKey}` }), codeOf({}), 'a restore changes none');
  t.equal(codeOf({ publicKey: null }), null, 'without an enrollment there is none');
  t.end();
});

t.test('the laptop knows the code when it sees it, however it is typed', (t) => {
  const verifier = codes.verifierOf(device as Parameters<typeof codes.verifierOf>[0]);
  if (verifier === null) throw new Error('there is none');
  const code = codeOf({}) ?? '';
  for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `])
    t.ok(isRemovalCode(typed, verifier), typed);
  t.ok(isRemovalCode(code.replaceAll('0', 'o'), verifier), 'an O is a zero');
  for (const typed of ['', '-', code.slice(1), `${code}0`, 'AAAAA-AAAAA'])
    t.notOk(isRemovalCode(typed, verifier), typed);
  t.notOk(JSON.stringify(verifier).includes(code.replace('-', '')), 'and is not told it');
  t.strictSame(
    codes.verifierOf(device as Parameters<typeof codes.verifierOf>[0]),
    verifier,
    'the target stays',
  );
  t.end();
});
