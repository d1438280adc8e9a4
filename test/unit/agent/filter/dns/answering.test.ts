import { type Answer, encode } from 'dns-packet';
import t from 'tap';
import { addressText } from '../../../../../agent/filter/dns/address-ranges.ts';
import {
  Answering,
  type AnsweringDependencies,
  type DnsOutcome,
  ttlOf,
} from '../../../../../agent/filter/dns/answering.ts';
import { TYPE } from '../../../../../agent/filter/dns/message.ts';
import { readAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import type { DnsQuestion } from '../../../../../agent/filter/dns/upstream-query.ts';
import type { JudgementReason } from '../../../../../contracts/policy/model.ts';
import { createFakeJudge } from '../../../../support/dns-lab.ts';
import { hasFields } from '../../../../support/has-fields.ts';

/** A record of the answer; without a type an address of IPv4. */
interface Held {
  readonly data: string;
  readonly ttl?: number;
  readonly type?: 'A' | 'AAAA' | 'CNAME';
}

/** What an upstream says of every name. */
interface Upstream {
  readonly records?: readonly Held[];
  /** Null = nobody answers. */
  readonly rcode?: number | null;
  readonly ageSeconds?: number;
  readonly isStale?: boolean;
}

/** What an upstream answered to a question for the addresses of a name. */
function answerOf(name: string, records: readonly Held[], rcode = 0) {
  const answers = records.map(({ type = 'A', ttl = 300, data }): Answer => ({ type, name, ttl, data }));
  const message = encode({ type: 'response', id: 1, questions: [{ type: 'A', name }], answers });
  message[3] = rcode;
  const answer = readAnswer(message, { questionEnd: 12 + name.length + 2 + 4, dnssecOk: false });
  if (answer === null) throw new Error('unreadable');
  return answer;
}

const PUBLIC: Upstream = { records: [{ data: '93.184.216.10' }] };

function stand(upstream: Upstream = PUBLIC, more: Partial<AnsweringDependencies> = {}) {
  const judge = createFakeJudge(['shut.example']);
  const asked: string[] = [];
  const nonces: string[] = [];
  let says = upstream;
  const forwarderOf = (who: string): AnsweringDependencies['forwarder'] => ({
    ask: ({ name, type, dnssecOk, checkingDisabled }, scope, done) => {
      const flags = `${dnssecOk ? ' do' : ''}${checkingDisabled ? ' cd' : ''}`;
      asked.push(`${who} ${scope}: ${type} ${name}${flags}`);
      const { records = [], rcode = 0, ageSeconds = 0, isStale = false } = says;
      done({ answer: rcode === null ? null : answerOf(name, records, rcode), ageSeconds, isStale });
    },
  });
  const answering = new Answering({
    judge,
    upstreams: { hasPlain: () => true },
    forwarder: forwarderOf('common'),
    onNonce: (nonce) => void nonces.push(nonce),
    privateNetworks: () => [],
    ...more,
  });
  const by = (how: 'ask' | 'askJudged') => {
    return (name: string, type: number = TYPE.a, flags: Partial<DnsQuestion> = {}): DnsOutcome => {
      const outcomes: DnsOutcome[] = [];
      const question = { name, type, checkingDisabled: false, dnssecOk: false, ...flags };
      answering[how](question, (outcome) => void outcomes.push(outcome));
      const [outcome] = outcomes;
      if (outcome === undefined || outcomes.length > 1) throw new Error(`answered ${outcomes.length} times`);
      return outcome;
    };
  };
  return {
    judge,
    answering,
    asked,
    nonces,
    ask: by('ask'),
    askJudged: by('askJudged'),
    forwarderOf,
    says: (next: Upstream) => {
      says = next;
    },
  };
}

const addressesOf = (outcome: DnsOutcome): readonly string[] =>
  outcome.kind === 'addresses' ? outcome.addresses.map(addressText) : [outcome.kind];
const reasonOf = ({ judgement }: DnsOutcome): JudgementReason | null => judgement?.reason ?? null;
const ttlIn = (outcome: DnsOutcome) => (outcome.kind === 'addresses' ? outcome.ttlSeconds : outcome.kind);

const MIXED: readonly Held[] = [
  { data: '93.184.216.10', ttl: 300 },
  { data: '10.0.0.1', ttl: 120 },
];

t.test('an answer that has been kept is given with what is left of its time', async (t) => {
  const answer = answerOf('wiki.example', MIXED);
  t.equal(ttlOf({ answer, ageSeconds: 0, isStale: false }, answer), 120, 'the least of its records');
  t.equal(ttlOf({ answer, ageSeconds: 50, isStale: false }, answer), 70);
  t.equal(ttlOf({ answer, ageSeconds: 120, isStale: false }, answer), 0);
  t.equal(ttlOf({ answer, ageSeconds: 500, isStale: false }, answer), 0, 'never less than none');
  t.equal(ttlOf({ answer, ageSeconds: 500, isStale: true }, answer), 30, 'past its time: half a minute');
  const empty = answerOf('wiki.example', []);
  t.equal(ttlOf({ answer: empty, ageSeconds: 0, isStale: false }, empty), 30, 'nothing says how long');
});

t.test('a way round the filter is said not to be there; what policy blocks besides is blocked', async (t) => {
  const { ask, judge } = stand();
  const plain = judge.judgeName;
  let categories: readonly string[] = [];
  judge.judgeName = (name) => ({ ...plain(name), categories });
  judge.blocked.set('dns.google', 'block').set('resolver.example', 'protection').set('doh.example', 'block');
  hasFields(t, ask('dns.google'), { kind: 'absent', judgement: { action: 'block', reason: 'block' } });
  t.equal(ask('resolver.example').kind, 'blocked', 'a protection of another kind');
  categories = ['news', 'doh'];
  hasFields(t, ask('resolver.example'), { kind: 'absent', judgement: { reason: 'protection' } });
  t.equal(ask('doh.example').kind, 'blocked', 'a category that policy blocks');
});

t.test('special names are answered here, without a judgement', async (t) => {
  const { ask, asked, nonces, askJudged, judge } = stand();
  for (const name of ['x.onion', 'x.invalid', 'use-application-dns.net', 'wpad'])
    t.strictSame(ask(name), { kind: 'absent', judgement: null }, name);
  t.strictSame(ask('_dns.resolver.arpa', TYPE.svcb), { kind: 'empty', judgement: null });
  const own = ask('localhost');
  t.strictSame(addressesOf(own), ['127.0.0.1']);
  hasFields(t, own, { judgement: null, alias: null, ttlSeconds: 30 });
  t.strictSame(addressesOf(ask('localhost', TYPE.aaaa)), ['::1']);
  t.strictSame(ask('localhost', TYPE.https), { kind: 'empty', judgement: null });
  t.strictSame(addressesOf(askJudged('localhost')), ['127.0.0.1'], 'for the proxy as well');
  t.strictSame(askJudged('x.onion'), { kind: 'absent', judgement: null });
  t.strictSame(nonces, []);
  const check = ask('n0nce.self-check.schoolgate.internal');
  t.strictSame([addressesOf(check), ttlIn(check)], [['127.0.0.1'], 0], 'kept by nobody');
  t.strictSame(nonces, ['n0nce']);
  ask('n0nce.self-check.schoolgate.internal');
  t.strictSame(nonces, ['n0nce', 'n0nce'], 'each look-up is told');
  t.strictSame(asked, []);
  judge.options.mode = 'off';
  t.equal(ask('use-application-dns.net').kind, 'answer', 'while nothing is filtered, nothing guards it');
  t.equal(ask('x.onion').kind, 'absent');
  t.strictSame(asked, ['common all: 1 use-application-dns.net']);
});

t.test('crisis help is asked for, whatever its name', async (t) => {
  const { ask, judge, asked } = stand();
  judge.crisis.add('wpad.help.example');
  hasFields(t, ask('wpad.help.example'), { kind: 'answer', judgement: { reason: 'crisis_allow' } });
  t.strictSame(asked, ['common all: 1 wpad.help.example']);
});

t.test('a local name is asked of the network’s own resolver alone, and may be private', async (t) => {
  let hasPlain = true;
  const inside = { records: [{ data: '10.0.0.7' }] };
  const { ask, asked } = stand(inside, { upstreams: { hasPlain: () => hasPlain } });
  for (const name of ['files.school.local', 'printer', '7.0.0.10.in-addr.arpa'])
    t.equal(ask(name).kind, 'answer', name);
  t.strictSame(asked.splice(0), [
    'common plain: 1 files.school.local',
    'common plain: 1 printer',
    'common plain: 1 7.0.0.10.in-addr.arpa',
  ]);
  t.equal(ask('wiki.example').kind, 'empty', 'another may not');
  t.strictSame(asked.splice(0), ['common all: 1 wiki.example']);
  hasPlain = false;
  hasFields(t, ask('files.school.local'), { kind: 'absent', judgement: { action: 'allow' } });
  t.strictSame(asked, [], 'nobody else is told of it');
  t.equal(ask('printer').kind, 'answer');
  t.strictSame(asked, ['common all: 1 printer'], 'a name without a dot says nothing');
  t.equal(ask('wiki.example').kind, 'empty', 'and others are asked as ever');
});

t.test('a name of the school’s own is asked of its own resolver, and may be private', async (t) => {
  const inside = { records: [{ data: '10.20.0.80' }] };
  const inner = stand(inside);
  const internalNames = {
    forwarderFor: (name: string) => (name.endsWith('school.example') ? inner.forwarderOf('own') : null),
  };
  const { ask, asked, judge } = stand(inside, { internalNames });
  t.equal(ask('intranet.school.example', TYPE.a, { checkingDisabled: true }).kind, 'answer');
  t.strictSame(inner.asked, ['own plain: 1 intranet.school.example cd']);
  t.equal(ask('wiki.example').kind, 'empty');
  t.strictSame(asked, ['common all: 1 wiki.example']);
  judge.blocked.set('cdn.example', 'block');
  inner.says({ records: [{ type: 'CNAME', data: 'cdn.example' }] });
  t.equal(ask('intranet.school.example').kind, 'blocked', 'but an alias is looked at');
});

t.test('nothing that hides the name of a site, or leads past the relay, is given', async (t) => {
  const { ask, asked, judge } = stand();
  for (const type of [TYPE.https, TYPE.svcb])
    hasFields(t, ask('wiki.example', type), { kind: 'empty', judgement: { action: 'allow' } }, `${type}`);
  t.strictSame(asked, []);
  judge.options.mode = 'off';
  t.equal(ask('wiki.example', TYPE.https).kind, 'answer');
  t.strictSame(asked, [`common all: ${TYPE.https} wiki.example`]);
});

t.test('addresses of a search service are those of its safe name', async (t) => {
  const { ask, asked, judge } = stand();
  const six = { records: [{ type: 'AAAA', data: '2606:2800::1' }] } as const;
  t.strictSame(addressesOf(ask('www.bing.com', TYPE.a, { checkingDisabled: true, dnssecOk: true })), [
    '93.184.216.10',
  ]);
  t.strictSame(asked.splice(0), ['common all: 1 strict.bing.com cd'], 'without the proofs of another name');
  const bing = stand(six).ask('www.bing.com', TYPE.aaaa);
  hasFields(t, bing, { kind: 'addresses', alias: 'strict.bing.com' });
  t.strictSame(addressesOf(bing), ['2606:2800::1']);
  hasFields(t, ask('www.bing.com', TYPE.ns), { kind: 'answer' }, 'its other records are its own');
  t.strictSame(asked.splice(0), ['common all: 2 www.bing.com']);
  const yandex = ask('yandex.ru');
  t.strictSame(addressesOf(yandex), ['213.180.193.56']);
  hasFields(t, yandex, { alias: null, ttlSeconds: 30, judgement: { action: 'allow' } });
  hasFields(t, ask('yandex.ru', TYPE.aaaa), { kind: 'empty', judgement: { action: 'allow' } });
  t.strictSame(asked, []);
  judge.options.settings = { ...judge.settings(), safeSearch: false };
  t.equal(ask('yandex.ru', TYPE.aaaa).kind, 'answer');
  t.equal(ask('www.bing.com').kind, 'answer');
  judge.options.settings = { ...judge.settings(), safeSearch: true };
  judge.options.mode = 'off';
  t.equal(ask('www.bing.com').kind, 'answer');
  t.strictSame(asked.at(-1), 'common all: 1 www.bing.com');
});

t.test('the safe name’s answer is looked at as any other', async (t) => {
  const { ask, says, judge } = stand({ rcode: 2 });
  hasFields(t, ask('www.bing.com'), { kind: 'failed', judgement: { action: 'allow' } });
  says({ records: MIXED });
  const outcome = ask('www.bing.com');
  hasFields(t, outcome, { kind: 'addresses', alias: 'strict.bing.com', ttlSeconds: 120 });
  t.strictSame(addressesOf(outcome), ['93.184.216.10']);
  judge.blocked.set('cdn.example', 'block');
  says({ records: [{ type: 'CNAME', data: 'cdn.example' }] });
  t.equal(ask('www.bing.com').kind, 'blocked');
});

t.test('an answer and a denial are answers; all else is a failure', async (t) => {
  for (const [rcode, kind] of [
    [0, 'answer'],
    [3, 'answer'],
    [1, 'failed'],
    [2, 'failed'],
    [5, 'failed'],
    [null, 'failed'],
  ] as const)
    hasFields(
      t,
      stand({ rcode }).ask('wiki.example'),
      { kind, judgement: { action: 'allow' } },
      `rcode ${rcode}`,
    );
});

t.test('an alias of a name that policy blocks by itself is blocked, unless the name was meant', async (t) => {
  const { ask, judge, says } = stand({ records: [{ type: 'CNAME', data: 'cdn.shut.example' }] });
  for (const reason of ['block', 'locked_block', 'protection', 'portal'] as const) {
    judge.blocked.set('shut.example', reason);
    hasFields(t, ask('cloak.example'), { kind: 'blocked', judgement: { action: 'block', reason } });
  }
  judge.blocked.set('shut.example', 'default');
  t.equal(ask('cloak.example').kind, 'answer', 'a default does not name it');
  judge.blocked.set('shut.example', 'block');
  for (const reason of [
    'crisis_allow',
    'server',
    'connectivity',
    'locked_allow',
    'override',
    'classroom',
    'allow',
  ] as const) {
    judge.allowed.set('meant.example', reason);
    hasFields(t, ask('meant.example'), { kind: 'answer', judgement: { action: 'allow', reason } });
  }
  says({ records: ['one.example', 'shut.example'].map((data) => ({ type: 'CNAME', data })) });
  t.equal(ask('cloak.example').kind, 'blocked', 'any of a chain');
  judge.allowed.set('shut.example', 'allow');
  t.equal(ask('cloak.example').kind, 'answer', 'an alias that is allowed');
  judge.allowed.set('shut.example', 'portal');
  t.equal(ask('cloak.example').kind, 'answer', 'or leads to the portal');
  judge.allowed.delete('shut.example');
  judge.options.mode = 'off';
  t.equal(ask('cloak.example').kind, 'answer');
});

t.test('private addresses go out for public names to find a portal, or in known networks', async (t) => {
  let networks: readonly string[] = [];
  const { ask, says, judge } = stand(
    { records: [{ data: '10.1.1.1' }] },
    { privateNetworks: () => networks },
  );
  hasFields(t, ask('rebind.example'), { kind: 'empty', judgement: { action: 'allow' } });
  for (const reason of ['crisis_allow', 'server', 'connectivity', 'portal'] as const) {
    judge.allowed.set('captive.example', reason);
    t.equal(ask('captive.example').kind, 'answer', reason);
  }
  judge.allowed.set('captive.example', 'allow');
  t.equal(ask('captive.example').kind, 'empty', 'a rule alone is no reason');
  networks = ['192.168.0.0/16'];
  t.equal(ask('rebind.example').kind, 'empty');
  networks = ['192.168.0.0/16', '10.1.0.0/16'];
  t.equal(ask('rebind.example').kind, 'answer', 'as it came');
  says({ records: [{ type: 'AAAA', data: 'fd00::1' }] });
  networks = ['0.0.0.0/0'];
  t.equal(ask('rebind.example', TYPE.aaaa).kind, 'empty', 'a network of the other family says nothing');
  networks = ['fd00::/8'];
  t.equal(ask('rebind.example', TYPE.aaaa).kind, 'answer');
  networks = [];
  judge.options.mode = 'off';
  t.equal(ask('rebind.example', TYPE.aaaa).kind, 'answer');
});

t.test('no address is known before it can be reached', async (t) => {
  const released: string[] = [];
  let open = (): void => undefined;
  const { answering, ask, askJudged, judge } = stand(PUBLIC, {
    beforeAnswer: ({ name }, { kind }) => {
      released.push(`${name} ${kind}`);
      if (!name.startsWith('wait')) return null;
      return new Promise<void>((resolve) => {
        open = resolve;
      });
    },
  });
  t.equal(ask('wiki.example').kind, 'answer', 'most have nothing to wait for');
  for (const how of ['ask', 'askJudged'] as const) {
    const told: DnsOutcome[] = [];
    const question = { name: 'wait.example', type: TYPE.a, checkingDisabled: false, dnssecOk: false };
    const answered = new Promise<void>((resolve) => {
      answering[how](question, (outcome) => {
        told.push(outcome);
        resolve();
      });
    });
    await Promise.resolve();
    t.strictSame(told, [], how);
    open();
    await answered;
    hasFields(t, told, [{ kind: 'answer' }], how);
  }
  t.equal(ask('shut.example').kind, 'blocked');
  t.strictSame(released, ['wiki.example answer', 'wait.example answer', 'wait.example answer']);
  judge.blocked.set('cdn.example', 'block');
  t.equal(askJudged('cdn.example').kind, 'answer');
});

t.test(
  'a name that was judged by more than its name is asked for, whatever its name alone says',
  async (t) => {
    const { askJudged, asked } = stand();
    const outcome = askJudged('shut.example');
    t.equal(outcome.kind, 'answer');
    t.equal(reasonOf(outcome), 'block');
    t.strictSame(addressesOf(askJudged('yandex.ru')), ['213.180.193.56'], 'search stays safe');
    t.strictSame(asked, ['common all: 1 shut.example']);
  },
);
