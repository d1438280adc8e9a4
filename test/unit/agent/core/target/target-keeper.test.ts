import t from 'tap';
import type { RefusedMessage } from '../../../../../agent/core/events/event-reporter.ts';
import { createTargetKeeper, type TargetStore } from '../../../../../agent/core/target/target-keeper.ts';
import { createTrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { generateSigningKey } from '../../../../../kit/signing.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { ISSUED_AT, OTHER_DEVICE, pinned, signed, targetOf } from '../signed-messages.ts';

type Stored = ReturnType<TargetStore['load']>;

function setUp(before: Stored = null) {
  const clock = createFakeClock(ISSUED_AT);
  const time = createTrustedTime({
    clock,
    boot: { bootId: 'a', uptimeMs: () => clock.monotonic() },
    stored: null,
  });
  time.learn(ISSUED_AT);
  const saved: NonNullable<Stored>[] = [];
  const refused: RefusedMessage[] = [];
  const tampered: string[] = [];
  const disk: { stored: Stored; full: boolean } = { stored: before, full: false };
  const keeper = createTargetKeeper({
    store: {
      load: () => disk.stored,
      save(target) {
        if (disk.full) throw new Error('ENOSPC');
        saved.push(target);
        disk.stored = target;
      },
    },
    trust: pinned,
    time,
    reporter: {
      refused: (refusal) => void refused.push(refusal),
      tamper: (what) => void tampered.push(what),
      event: () => t.fail('not asked here'),
    },
    log: silentLog,
  });
  return { clock, time, keeper, saved, refused, tampered, disk };
}

const codes = (refused: readonly RefusedMessage[]) => refused.map(({ what, code }) => [what, code]);

t.test('a newer target is kept as signed and is in force; the same again changes nothing', async (t) => {
  const { keeper, saved, refused } = setUp();
  await keeper.start();
  t.equal(keeper.current(), null);
  const first = await signed(targetOf(1));
  t.strictSame(await keeper.receive(first), targetOf(1));
  const second = await signed(targetOf(7));
  const inForce = await keeper.receive(second);
  t.strictSame(inForce, targetOf(7));
  t.equal(keeper.current(), inForce);
  t.equal(await keeper.receive(second), inForce, 'the very one that is in force');
  t.equal(await keeper.receive(await signed(targetOf(7, { expiresAt: 1 }))), inForce, 'however it says it');
  t.strictSame(saved, [
    { jws: first, version: 1 },
    { jws: second, version: 7 },
  ]);
  t.strictSame(refused, []);
});

t.test('an older target is refused, also after a restart', async (t) => {
  const stored = { jws: await signed(targetOf(5)), version: 5 };
  const { keeper, saved, refused } = setUp(stored);
  await keeper.start();
  t.strictSame(keeper.current(), targetOf(5));
  t.equal(await keeper.receive(await signed(targetOf(4))), null);
  t.strictSame(keeper.current(), targetOf(5));
  t.strictSame(saved, []);
  t.strictSame(refused, [
    { what: 'target', code: 'old_version', detail: 'version 4, in force is 5', commandId: null },
  ]);
});

t.test('of two that are taken in at once the newer stays, whichever is verified first', async (t) => {
  const [older, newer] = [await signed(targetOf(8)), await signed(targetOf(9))];
  for (const order of [
    [older, newer],
    [newer, older],
  ]) {
    const { keeper, disk } = setUp();
    await keeper.start();
    await Promise.all(order.map((jws) => keeper.receive(jws)));
    t.equal(keeper.current()?.version, 9);
    t.strictSame(disk.stored, { jws: newer, version: 9 });
  }
});

t.test('a target is taken until its expiry, and stays in force after it', async (t) => {
  const { clock, keeper, refused } = setUp();
  await keeper.start();
  const expiresAt = ISSUED_AT + 60_000;
  await clock.advance(59_999);
  t.equal((await keeper.receive(await signed(targetOf(1, { expiresAt }))))?.version, 1);
  await clock.advance(1);
  t.equal(await keeper.receive(await signed(targetOf(2, { expiresAt }))), null, 'at its expiry it is over');
  t.strictSame(codes(refused), [['target', 'expired']]);
  t.equal(keeper.current()?.version, 1);
  t.equal(await keeper.recheck(), 1);
});

t.test('a stored target that has expired is in force again after a restart', async (t) => {
  const { keeper, tampered } = setUp({ jws: await signed(targetOf(5, { expiresAt: 1 })), version: 5 });
  await keeper.start();
  t.equal(keeper.current()?.version, 5);
  t.strictSame(tampered, []);
});

t.test('what is not for this device or not by the server is refused and changes nothing', async (t) => {
  const { keeper, saved, refused } = setUp();
  await keeper.start();
  t.equal(await keeper.receive(await signed(targetOf(1, { deviceId: OTHER_DEVICE }))), null);
  t.equal(await keeper.receive(await signed(targetOf(1), { key: generateSigningKey() })), null);
  t.equal(await keeper.receive(await signed({ ...targetOf(1), settings: null })), null);
  t.strictSame(codes(refused), [
    ['target', 'wrong_device'],
    ['target', 'bad_signature'],
    ['target', 'malformed'],
  ]);
  t.equal(keeper.current(), null);
  t.strictSame(saved, []);
});

t.test('a stored target that does not verify is tampering and not in force', async (t) => {
  const forged = { jws: await signed(targetOf(99), { key: generateSigningKey() }), version: 99 };
  const { keeper, tampered } = setUp(forged);
  await keeper.start();
  t.equal(keeper.current(), null);
  t.strictSame(tampered, ['stored_target']);
  t.equal((await keeper.receive(await signed(targetOf(1))))?.version, 1, 'its version counts for nothing');
});

t.test('a computer without a stored target is no tampering', async (t) => {
  const { keeper, tampered } = setUp();
  await keeper.start();
  t.strictSame(tampered, []);
  t.equal(await keeper.recheck(), null);
});

t.test('on a full disk a target is in force all the same', async (t) => {
  const { keeper, disk, saved } = setUp();
  await keeper.start();
  disk.full = true;
  t.equal((await keeper.receive(await signed(targetOf(3))))?.version, 3);
  t.equal(keeper.current()?.version, 3);
  t.strictSame(saved, []);
});

t.test('the stored text is checked again from the disk, not from memory', async (t) => {
  const { keeper, disk } = setUp();
  await keeper.start();
  await keeper.receive(await signed(targetOf(3)));
  t.equal(await keeper.recheck(), 3);
  disk.stored = { jws: await signed(targetOf(3), { key: generateSigningKey() }), version: 3 };
  t.equal(await keeper.recheck(), null);
  disk.stored = null;
  t.equal(await keeper.recheck(), null);
  t.equal(keeper.current()?.version, 3, 'what is in force stays');
});
