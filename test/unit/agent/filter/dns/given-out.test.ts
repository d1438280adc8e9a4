import t from 'tap';
import { addressBytes } from '../../../../../agent/filter/dns/address-ranges.ts';
import type { DnsOutcome } from '../../../../../agent/filter/dns/answering.ts';
import { createGivenOut, type GivenAnswer } from '../../../../../agent/filter/dns/given-out.ts';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import type { Judgement } from '../../../../../agent/filter/judge.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createStandJudge } from '../../../../support/filter-stand.ts';

const SITE = '192.0.2.1';
const PORTAL = '203.0.113.66';
const JUDGEMENT: Judgement = createStandJudge().judgeName('wiki.example');

/** So long after the start that nobody holds an address of before. */
const SETTLED_MS = 60_000;

async function stand() {
  const clock = createFakeClock();
  const network = { generation: 0, epoch: 0, proven: true, portal: false };
  const opener = { wanted: true, opened: [] as GivenAnswer[] };
  const given = createGivenOut({
    clock,
    place: { generation: () => network.generation, facts: () => network },
    opener: {
      wants: () => opener.wanted,
      open: async (answer) => void opener.opened.push(answer),
    },
  });
  await clock.advance(SETTLED_MS);
  const before = (outcome: DnsOutcome, type: number = TYPE.a, name = 'wiki.example') =>
    given.before({ name, type, dnssecOk: false, checkingDisabled: false }, outcome);
  const give = (address = SITE, ttlSeconds = 300) => before(addresses(address, ttlSeconds));
  return { clock, network, opener, given, before, give };
}

function addresses(address: string, ttlSeconds = 300, judgement: Judgement | null = JUDGEMENT): DnsOutcome {
  return { kind: 'addresses', judgement, alias: null, addresses: [addressBytes(address)], ttlSeconds };
}

/** An answer of an upstream with one address. */
function answer(address: string, ttlSeconds = 300): DnsOutcome {
  const bytes = Buffer.alloc(12 + 11 + 4);
  bytes.writeUInt16BE(1, 6);
  bytes.writeUInt16BE(TYPE.a, 13);
  bytes.writeUInt32BE(ttlSeconds, 17);
  bytes.writeUInt16BE(4, 21);
  bytes.set(addressBytes(address), 23);
  const read = {
    bytes,
    rcode: 0,
    questionEnd: 12,
    ttlOffsets: [17],
    lifeSeconds: ttlSeconds,
    targets: [],
    hasPrivateAddress: false,
  };
  const forwarded = { answer: read, ageSeconds: 100, isStale: false };
  return { kind: 'answer', judgement: JUDGEMENT, answer: read, forwarded };
}

t.test('addresses are open before they are given out, for what is left of their time', async (t) => {
  const { before, give, given, opener } = await stand();
  await give();
  await before(answer(SITE));
  t.strictSame(opener.opened, [
    { judgement: JUDGEMENT, addresses: [SITE], ttlSeconds: 300 },
    { judgement: JUDGEMENT, addresses: [SITE], ttlSeconds: 200 },
  ]);
  t.equal(given.knows('wiki.example', SITE), true);
  t.equal(given.knows('wiki.example', PORTAL), false);
});

t.test('what has no addresses to give out waits for nothing and is not remembered', async (t) => {
  const { before, given, opener } = await stand();
  t.equal(before(addresses(SITE), TYPE.https), null);
  t.equal(before(addresses(SITE, 300, null)), null);
  t.equal(before({ kind: 'empty', judgement: JUDGEMENT }), null);
  t.equal(
    before({ kind: 'addresses', judgement: JUDGEMENT, alias: null, addresses: [], ttlSeconds: 9 }),
    null,
  );
  t.equal(before(answer(SITE), TYPE.aaaa), null, 'addresses of the other kind');
  t.equal(given.knows('wiki.example', SITE), null);
  t.strictSame(opener.opened, []);
  t.ok(before(addresses('2001:db8::1'), TYPE.aaaa));
});

t.test('where nothing has to be opened it is remembered all the same', async (t) => {
  const { give, given, opener } = await stand();
  opener.wanted = false;
  t.equal(give(), null);
  t.equal(given.knows('wiki.example', SITE), true);
});

t.test('the same answer of the cache is opened each time, and read once a minute', async (t) => {
  const { clock, before, given, opener } = await stand();
  const kept = answer(SITE);
  await before(kept);
  await before(kept);
  t.equal(opener.opened.length, 2);
  opener.wanted = false;
  const HOUR_MS = 3_600_000;
  // Time and grace of the answer are 200 s and an hour from when it was read.
  await clock.advance(59_999);
  await before(kept);
  await clock.advance(HOUR_MS + 200_000 - 59_999);
  t.not(given.knows('wiki.example', SITE), true, 'it was not read anew within the minute');
  await before(kept);
  await clock.advance(60_000);
  await before(kept);
  await clock.advance(HOUR_MS + 200_000 - 1);
  t.equal(given.knows('wiki.example', SITE), true, 'it was after the minute');
});

t.test('an unproven network’s addresses are opened for a minute, and known while it is there', async (t) => {
  const { give, given, network, opener } = await stand();
  network.proven = false;
  await give(PORTAL, 86_400);
  await give(PORTAL, 20);
  t.strictSame(
    opener.opened.map(({ ttlSeconds }) => ttlSeconds),
    [60, 20],
  );
  t.equal(given.knows('wiki.example', PORTAL), true);
});

t.test('they count for good once no portal is found, and never where one was', async (t) => {
  for (const [proven, portal, known] of [
    [true, false, true],
    [true, true, null],
    [false, false, null],
  ] as const) {
    const { give, given, network } = await stand();
    network.proven = false;
    await give(PORTAL);
    Object.assign(network, { generation: 1, proven, portal });
    t.equal(given.knows('wiki.example', PORTAL), known, JSON.stringify({ proven, portal }));
  }
});

t.test('what a proven network gave out is known in the next', async (t) => {
  const { give, given, network } = await stand();
  await give();
  Object.assign(network, { generation: 1, proven: false });
  t.equal(given.knows('wiki.example', SITE), true);
});
