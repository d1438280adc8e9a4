import t from 'tap';
import { createCrowd, type Here, type Stranger } from '../../../../gateway/broker/crowd.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** Places for six strangers, of which two are kept for known addresses; three of one address. */
function scene(limits = { strangers: 6, strangersKept: 2, strangersPerAddress: 3 }) {
  const clock = createFakeClock();
  const gone: string[] = [];
  const crowd = createCrowd({
    limits: { ...DEFAULT_LIMITS, ...limits },
    clock,
    onPutOut: ({ address }) => void gone.push(`told ${address}`),
  });
  let count = 0;
  /** A stranger comes in, if there is room. @returns its name and how to handle it, or null */
  const come = (address: string, { spoken = false } = {}) => {
    const here = crowd.at(address);
    if (!crowd.makeRoom(here)) return null;
    const name = `${address}#${count++}`;
    const stranger: Stranger = {
      since: clock.monotonic(),
      peer: { address, hasSpoken: () => spoken, destroy: () => void gone.push(name) },
    };
    crowd.enter(address, here, stranger);
    return {
      name,
      here,
      leave: () => crowd.leave(here, stranger),
      claim: () => {
        crowd.leave(here, stranger);
        crowd.claim(here);
      },
      prove: () => {
        crowd.unclaim(here);
        crowd.know(address, here);
      },
    };
  };
  /** Makes an address known by a device that logs in from it and leaves. */
  const makeKnown = (address: string): void => {
    const here: Here = crowd.at(address);
    crowd.know(address, here);
  };
  const putOut = (): readonly string[] => gone.splice(0).filter((name) => name.includes('#'));
  return { clock, crowd, come, makeKnown, gone, putOut };
}

t.test('who is put out is told of, and destroyed once', async (t) => {
  const { clock, crowd, come, gone } = scene();
  for (let n = 0; n < 3; n++) come('a');
  await clock.advance(250);
  t.ok(come('a'));
  t.strictSame(gone, ['told a', 'a#0']);
  t.equal(crowd.size, 3);
});

t.test('at an address that is full a silent stranger makes room after a quarter of a second', async (t) => {
  const { clock, come, putOut } = scene();
  for (let n = 0; n < 3; n++) come('a');
  await clock.advance(249);
  t.equal(come('a'), null);
  t.strictSame(putOut(), []);
  await clock.advance(1);
  t.ok(come('a'));
  t.strictSame(putOut(), ['a#0'], 'the oldest');
});

t.test('one that has spoken makes room after three seconds', async (t) => {
  const { clock, come, putOut } = scene();
  for (let n = 0; n < 3; n++) come('a', { spoken: true });
  await clock.advance(2_999);
  t.equal(come('a'), null);
  await clock.advance(1);
  t.ok(come('a', { spoken: true }));
  t.strictSame(putOut(), ['a#0']);
});

t.test('one that is silent goes before an older one that has spoken', async (t) => {
  const { clock, come, putOut } = scene();
  come('a', { spoken: true });
  come('a', { spoken: true });
  await clock.advance(5_000);
  come('a');
  await clock.advance(249);
  t.ok(come('a', { spoken: true }));
  t.strictSame(putOut(), ['a#0'], 'who came a moment ago may be on its way');
  await clock.advance(1);
  t.ok(come('a'));
  t.strictSame(putOut(), ['a#2']);
});

t.test('a silent one is looked for among the thirty-two oldest', async (t) => {
  for (const [before, found] of [
    [31, 'a#31'],
    [32, 'a#0'],
  ] as const) {
    const { clock, come, putOut } = scene({
      strangers: 1_000,
      strangersKept: 0,
      strangersPerAddress: before + 1,
    });
    for (let n = 0; n < before; n++) come('a', { spoken: true });
    come('a');
    await clock.advance(5_000);
    t.ok(come('a'));
    t.strictSame(putOut(), [found]);
  }
});

t.test('logins that are being checked take places, and are never put out', async (t) => {
  const { clock, crowd, come, putOut } = scene();
  for (let n = 0; n < 3; n++) come('a')?.claim();
  t.equal(crowd.size, 3);
  await clock.advance(60_000);
  t.equal(come('a'), null);
  t.strictSame(putOut(), []);
});

t.test(
  'who has logged in takes no place any more, nor who has left; leaving twice is leaving once',
  async (t) => {
    const { crowd, come } = scene();
    const device = come('a');
    device?.claim();
    t.equal(crowd.size, 1);
    device?.prove();
    t.equal(crowd.size, 0);
    const [one] = [come('b'), come('b')];
    one?.leave();
    one?.leave();
    t.equal(crowd.size, 1);
  },
);

t.test('strangers of addresses that nobody knows leave the kept places free', async (t) => {
  const { clock, crowd, come, makeKnown, putOut } = scene();
  makeKnown('school');
  for (const address of ['a', 'b', 'c', 'd']) t.ok(come(address));
  t.equal(come('e'), null, 'each may be on its way');
  t.ok(come('school'));
  t.ok(come('school'));
  t.equal(come('school'), null, 'all are taken, and each is on its way');
  await clock.advance(250);
  t.ok(come('e'));
  t.equal(putOut().length, 1);
  t.equal(crowd.size, 6);
});

t.test(
  'for a known address one of an unknown one makes room, and where there is none, one of a known',
  async (t) => {
    const { clock, come, makeKnown, putOut } = scene();
    for (const address of ['school', 'home', 'work']) makeKnown(address);
    come('school');
    come('school');
    come('school');
    come('a');
    come('home');
    come('home');
    await clock.advance(250);
    t.ok(come('work'));
    t.strictSame(putOut(), ['a#3']);
    t.ok(come('work'));
    t.strictSame(putOut(), ['school#0'], 'of the address that holds the most');
  },
);

t.test('an unknown address never takes the place of a known one', async (t) => {
  const { clock, come, makeKnown, putOut } = scene({
    strangers: 2,
    strangersKept: 2,
    strangersPerAddress: 3,
  });
  makeKnown('school');
  come('school');
  await clock.advance(60_000);
  t.equal(come('a'), null);
  t.strictSame(putOut(), []);
});

t.test('of all unknown addresses that which holds the most makes room', async (t) => {
  const { clock, come, putOut } = scene();
  come('a');
  come('b');
  come('b');
  come('c');
  await clock.advance(250);
  t.ok(come('d'));
  t.strictSame(putOut(), ['b#1']);
});

t.test('an address becomes known with all who are there, and stays so when it is forgotten', async (t) => {
  const { crowd, come } = scene();
  const device = come('a');
  for (let n = 0; n < 2; n++) come('a');
  device?.claim();
  device?.prove();
  t.equal(crowd.size, 2);
  // Those two count among the known now: four unknown ones find room.
  for (const address of ['b', 'c', 'd', 'e']) t.ok(come(address));
  t.equal(crowd.size, 6);
  t.equal(come('f'), null);
  if (device !== null) crowd.know('a', device.here);
  t.equal(crowd.size, 6);
  crowd.forget('a');
  t.equal(crowd.at('a').known, true);
  t.strictSame([crowd.at('a').strangers.size, crowd.at('b').strangers.size], [0, 1]);
  t.equal(crowd.at('unknown').known, false);
});
