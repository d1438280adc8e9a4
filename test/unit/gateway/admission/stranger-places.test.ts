import t from 'tap';
import type { Stage } from '../../../../gateway/admission/places.ts';
import { createStrangerPlaces } from '../../../../gateway/admission/stranger-places.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';

/** Places for four strangers of known networks and four of others; three of one network. */
function scene() {
  const turns: (() => void)[] = [];
  const known = new Set<string>();
  const gone: string[] = [];
  const strangers = createStrangerPlaces({
    limits: { ...DEFAULT_LIMITS, strangersKnown: 4, strangersUnknown: 4, strangersPerNetwork: 3 },
    known: { has: (network) => known.has(network), add: (network) => void known.add(network) },
    onPutOut: ({ address }) => void gone.push(`told ${address}`),
    turn: () => new Promise((resolve) => turns.push(resolve)),
  });
  let count = 0;
  /** A stranger comes in, if there is room. @returns how to handle it, or null */
  const come = (network: string, ...stages: readonly Stage[]) => {
    const here = strangers.at(network);
    if (!strangers.makeRoom(here)) return null;
    const name = `${network}#${count++}`;
    const stranger = strangers.enter(here, { address: network, destroy: () => void gone.push(name) });
    for (const stage of stages) strangers.advance(stranger, stage);
    return {
      here,
      advance: (stage: Stage) => strangers.advance(stranger, stage),
      leave: () => strangers.leave(stranger),
      prove: () => {
        strangers.leave(stranger);
        strangers.know(here);
      },
    };
  };
  /** Lets the event loop turn so often that all that has come is read. */
  const read = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) {
      turns.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const putOut = (): readonly string[] => gone.splice(0).filter((name) => name.includes('#'));
  return { strangers, come, read, known, gone, putOut };
}

t.test('who is put out is told of, and destroyed once', async (t) => {
  const { strangers, come, read, gone } = scene();
  for (let n = 0; n < 3; n++) come('a');
  await read();
  t.ok(come('a'));
  t.strictSame(gone, ['told a', 'a#0']);
  t.equal(strangers.size, 3);
});

t.test('those who came in one turn of the event loop are not put out for one another', async (t) => {
  const { come, read, putOut } = scene();
  for (let n = 0; n < 3; n++) t.ok(come('a'));
  t.equal(come('a'), null);
  t.strictSame(putOut(), []);
  await read();
  t.ok(come('a'));
  t.strictSame(putOut(), ['a#0']);
});

t.test('one whose word has come stays, and the time of one that was answered begins anew', async (t) => {
  const { come, read, putOut } = scene();
  const first = come('a');
  come('a');
  come('a', 'heard');
  await read();
  first?.advance('heard');
  t.ok(come('a'));
  t.strictSame(putOut(), ['a#1']);
  first?.advance('answered');
  await read();
  t.ok(come('a'));
  t.strictSame(putOut(), ['a#3'], 'silence goes before a login that is awaited');
});

t.test(
  'of all unknown networks together the stranger goes that has waited longest, not one of the largest',
  async (t) => {
    const { come, read, putOut } = scene();
    come('a');
    come('b');
    come('school');
    come('school');
    await read();
    t.ok(come('school'));
    t.ok(come('c'));
    t.strictSame(putOut(), ['a#0', 'b#1']);
  },
);

t.test('known networks and the others have places of their own', async (t) => {
  const { strangers, come, read, known, putOut } = scene();
  known.add('school');
  known.add('home');
  for (const network of ['a', 'b', 'c', 'd', 'school', 'school', 'home', 'home']) t.ok(come(network));
  t.equal(strangers.size, 8);
  t.equal(come('home'), null);
  t.equal(come('e'), null);
  await read();
  t.ok(come('e'));
  t.strictSame(putOut(), ['a#0']);
  t.ok(come('home'));
  t.strictSame(putOut(), ['school#4']);
});

t.test('who was put out goes no further, and leaving twice is leaving once', async (t) => {
  const { strangers, come, read } = scene();
  const first = come('a');
  for (let n = 0; n < 2; n++) come('a');
  await read();
  const last = come('a');
  t.equal(first?.advance('heard'), false);
  first?.leave();
  last?.leave();
  last?.leave();
  t.equal(strangers.size, 2);
});

t.test('a network becomes known with all who are there, and stays so when it is forgotten', async (t) => {
  const { strangers, come, known } = scene();
  const device = come('a');
  for (let n = 0; n < 2; n++) come('a');
  device?.advance('claimed');
  device?.prove();
  t.equal(strangers.size, 2);
  t.strictSame([...known], ['a']);
  // Those two count among the known now: four unknown ones find room.
  for (const network of ['b', 'c', 'd', 'e']) t.ok(come(network));
  t.equal(come('f'), null);
  if (device !== null) {
    strangers.know(device.here);
    strangers.forget(device.here);
  }
  t.equal(strangers.size, 6);
  t.equal(strangers.at('a').known, true);
  t.strictSame([strangers.at('a').places.size, strangers.at('b').places.size], [0, 1]);
});
