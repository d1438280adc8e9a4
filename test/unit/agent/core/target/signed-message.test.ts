import t from 'tap';
import { readCommand, readTarget } from '../../../../../agent/core/target/signed-message.ts';
import { JWS_TYPES } from '../../../../../contracts/mqtt/messages.ts';
import { generateSigningKey } from '../../../../../kit/signing.ts';
import { commandOf, ISSUED_AT, OTHER_DEVICE, pinned, signed, targetOf } from '../signed-messages.ts';

/** A trust that remembers which moments it was told as signed. */
function listening() {
  const moments: number[] = [];
  return { moments, trust: { ...pinned, onSigned: (at: number) => void moments.push(at) } };
}

t.test(
  'what the pinned key signed for this purpose and device is read, and its moment is told',
  async (t) => {
    const { trust, moments } = listening();
    const target = targetOf(3);
    t.strictSame(await readTarget(await signed(target), trust), { ok: true, value: target });
    const command = commandOf(4, { issuedAt: ISSUED_AT + 5 });
    t.strictSame(await readCommand(await signed(command), trust), { ok: true, value: command });
    t.strictSame(moments, [ISSUED_AT, ISSUED_AT + 5]);
  },
);

t.test('age is the caller’s: an expired message is read all the same', async (t) => {
  const old = targetOf(1, { expiresAt: 1 });
  t.strictSame(await readTarget(await signed(old), pinned), { ok: true, value: old });
});

t.test('another key, another purpose and a changed text are no signature', async (t) => {
  const { trust, moments } = listening();
  const right = await signed(commandOf(1));
  const [header = '', , signature = ''] = right.split('.');
  const swapped = Buffer.from(JSON.stringify(commandOf(2))).toString('base64url');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: JWS_TYPES.command })).toString('base64url');
  const forgeries = {
    'another key': await signed(commandOf(1), { key: generateSigningKey() }),
    'another purpose': await signed(commandOf(1), { typ: JWS_TYPES.target }),
    'another payload': `${header}.${swapped}.${signature}`,
    'no algorithm': `${unsigned}.${swapped}.`,
    'no JWS': 'lock everything',
    nothing: '',
  };
  for (const [name, jws] of Object.entries(forgeries)) {
    const read = await readCommand(jws, trust);
    t.equal(read.ok, false, name);
    if (read.ok) continue;
    const { what, code, commandId } = read.refusal;
    t.strictSame(
      { what, code, commandId },
      { what: 'command', code: 'bad_signature', commandId: null },
      name,
    );
  }
  const asTarget = await readTarget(await signed(targetOf(1), { typ: JWS_TYPES.command }), trust);
  t.equal(asTarget.ok ? null : asTarget.refusal.code, 'bad_signature', 'nor does a command’s serve a target');
  t.strictSame(moments, [], 'and none of them tells the time');
});

t.test('what was rightly signed, but for another device or in another form, is refused', async (t) => {
  const { trust, moments } = listening();
  t.strictSame(await readTarget(await signed(targetOf(1, { deviceId: OTHER_DEVICE })), trust), {
    ok: false,
    refusal: {
      what: 'target',
      code: 'wrong_device',
      detail: 'signed for another device',
      commandId: null,
    },
  });
  t.strictSame(await readTarget(await signed({ ...targetOf(1), version: 'seven' }), trust), {
    ok: false,
    refusal: {
      what: 'target',
      code: 'malformed',
      detail: 'rightly signed, but it does not fit the schema',
      commandId: null,
    },
  });
  const command = await readCommand(await signed({ ...commandOf(1), type: 'format_disk' }), trust);
  t.equal(command.ok ? null : command.refusal.code, 'malformed');
  t.strictSame(moments, [], 'another device’s message proves this one nothing');
});
