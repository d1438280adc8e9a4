import t from 'tap';
import { encodeId, ID_PREFIXES, idPattern, isId } from '../../../contracts/ids.ts';

t.test('the TypeID test vectors are written and read the same', (t) => {
  // jetpack-io/typeid spec, valid.json
  const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll('-', ''), 'hex'));
  t.equal(encodeId('dev', bytes('00000000-0000-0000-0000-000000000000')), 'dev_00000000000000000000000000');
  t.equal(encodeId('dev', bytes('00000000-0000-0000-0000-000000000020')), 'dev_00000000000000000000000010');
  t.equal(encodeId('dev', bytes('ffffffff-ffff-ffff-ffff-ffffffffffff')), 'dev_7zzzzzzzzzzzzzzzzzzzzzzzzz');
  t.equal(encodeId('dev', bytes('01890a5d-ac96-774b-bcce-b302099a8057')), 'dev_01h455vb4pex5vsknk084sn02q');
  t.end();
});

t.test('only well-formed ids of the right prefix pass', (t) => {
  t.ok(isId('dev', 'dev_01h455vb4pex5vsknk084sn02q'));
  for (const bad of [
    'usr_01h455vb4pex5vsknk084sn02q',
    'dev_01h455vb4pex5vsknk084sn02',
    'dev_01h455vb4pex5vsknk084sn02qq',
    'dev_81h455vb4pex5vsknk084sn02q',
    'dev_01H455VB4PEX5VSKNK084SN02Q',
    'dev_01h455vb4pex5vsknk084sn0lu',
    ' dev_01h455vb4pex5vsknk084sn02q',
    'dev_01h455vb4pex5vsknk084sn02q\n',
    '',
  ]) {
    t.notOk(isId('dev', bad), JSON.stringify(bad));
  }
  t.equal(new Set(ID_PREFIXES.map(idPattern)).size, ID_PREFIXES.length);
  t.end();
});

t.test('an id is made of 16 bytes and nothing else', (t) => {
  t.throws(() => encodeId('dev', new Uint8Array(15)), RangeError);
  t.end();
});
