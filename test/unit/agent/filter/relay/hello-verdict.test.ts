import t from 'tap';
import type { Judgement, Question } from '../../../../../agent/filter/judge.ts';
import { type HelloRules, hidesBehind, judgeHello } from '../../../../../agent/filter/relay/hello-verdict.ts';
import { CRISIS_HOST, createStandJudge, type StandJudge } from '../../../../support/filter-stand.ts';

const SITE = '192.0.2.1';
const DOH = '192.0.2.53';
const PRINTER = '192.168.1.20';
const OTHER_DEVICE = '192.168.1.30';

interface Told {
  readonly name?: string | null;
  readonly ech?: boolean;
  readonly to?: string | null;
  readonly uid?: number | null;
}

function stand(judge: HelloRules['judge'] = createStandJudge(), gaveOut: boolean | null = true) {
  const rules: HelloRules = {
    judge,
    isDohAddress: (address) => address === DOH,
    gaveOut: () => gaveOut,
    isLocalOpen: (address) => address === PRINTER,
  };
  return ({ name = 'wiki.example', ech = false, to = SITE, uid = 1_000 }: Told) =>
    judgeHello(
      {
        hello: { serverName: name, ech },
        origin: to === null ? null : { address: to, port: 443 },
        app: 'firefox',
        uid,
      },
      rules,
    );
}

/** A judge of whom one answer has this reason. */
function judgeWith(judge: StandJudge, reason: Judgement['reason']): HelloRules['judge'] {
  return { ...judge, judge: (question: Question) => ({ ...judge.judge(question), reason }) };
}

const questionOf = (host: string) => ({ host, url: null, app: 'firefox', via: 'relay', uid: 1_000 });

t.test('a named site is judged by its name, for the program and the user that ask', async (t) => {
  const judge = createStandJudge();
  judge.block('play.example');
  const verdict = stand(judge);
  const open = verdict({ name: 'WIKI.example' });
  t.strictSame(open, {
    action: 'pass',
    question: questionOf('wiki.example'),
    judgement: judge.judge({ ...questionOf('wiki.example'), via: 'relay' }),
    attempt: null,
    device: null,
  });
  const shut = verdict({ name: 'play.example' });
  t.equal(shut.action, 'block');
  t.strictSame('question' in shut && shut.question, questionOf('play.example'));
});

t.test('a name at an address that our resolver did not give out for it is told', async (t) => {
  const attemptOf = (gaveOut: boolean | null, to: string | null = SITE) =>
    stand(createStandJudge(), gaveOut)({ to }).attempt;
  t.equal(attemptOf(false), 'false_address');
  t.equal(attemptOf(true), null);
  t.equal(attemptOf(null), null, 'not while it cannot tell');
  t.equal(attemptOf(false, null), null, 'nor where the address is not known');
  t.equal(stand(createStandJudge(), false)({}).action, 'pass', 'it goes on, to where we find the name');
});

t.test('a known DoH resolver is refused by its address, whatever name is shown', async (t) => {
  const verdict = stand();
  t.strictSame(verdict({ to: DOH }), { action: 'refuse', host: 'wiki.example', attempt: 'doh' });
  t.strictSame(verdict({ name: null, to: DOH }), { action: 'refuse', host: DOH, attempt: 'doh' });
});

t.test('a provider’s cover name with an encrypted ClientHello is refused; either alone passes', async (t) => {
  const verdict = stand();
  const covers = ['cloudflare-ech.com', 'encryptedsni.com', 'public.tls-ech.dev', 'cover.defo.ie'];
  for (const cover of [...covers, 'ech-public.fastly.net', 'a.cloudflare-ech.com']) {
    t.ok(hidesBehind(cover), cover);
    t.strictSame(verdict({ name: cover, ech: true }), { action: 'refuse', host: cover, attempt: 'ech' });
    t.equal(verdict({ name: cover }).action, 'pass');
  }
  t.equal(hidesBehind('wiki.example'), false);
  t.equal(verdict({ ech: true }).action, 'pass');
});

t.test('nothing but the judgement counts for crisis help, and while the filter is off', async (t) => {
  const told = { name: CRISIS_HOST, to: DOH, ech: true };
  const help = stand(createStandJudge(), false)(told);
  t.equal(help.action, 'pass');
  t.equal(help.attempt, null);
  const off = createStandJudge();
  off.setMode('off');
  const verdict = stand(off, false);
  for (const facts of [{ to: DOH }, { name: 'cloudflare-ech.com', ech: true }, {}]) {
    const free = verdict(facts);
    t.equal(free.action, 'pass');
    t.equal(free.attempt, null);
  }
});

t.test('a local name goes to the device beside the computer, where that may be opened', async (t) => {
  const deviceOf = (facts: Told, gaveOut = false) => {
    const verdict = stand(createStandJudge(), gaveOut)(facts);
    return 'device' in verdict ? [verdict.device, verdict.attempt] : verdict.action;
  };
  t.strictSame(deviceOf({ name: 'printer.local', to: PRINTER }), [PRINTER, null]);
  t.strictSame(deviceOf({ name: 'printer.local', to: OTHER_DEVICE }), [null, 'false_address']);
  t.strictSame(deviceOf({ name: 'wiki.example', to: PRINTER }), [null, 'false_address'], 'no local name');
  t.strictSame(deviceOf({ name: 'printer.local', to: null }), [null, null]);
});

t.test('TLS without a name, or with an address for one, is refused and told', async (t) => {
  const verdict = stand();
  const refused = { action: 'refuse', host: SITE, attempt: 'unnamed_host' };
  t.strictSame(verdict({ name: null }), refused);
  t.strictSame(verdict({ name: '198.51.100.7' }), refused, 'the address shown is not believed');
  t.strictSame(verdict({ name: null, to: null }), { ...refused, host: null });
  t.strictSame(verdict({ name: 'a..b' }), refused, 'nor a text that is no name');
});

t.test('without a name a device beside the computer is nobody’s business, or open', async (t) => {
  const verdict = stand();
  t.strictSame(verdict({ name: null, to: OTHER_DEVICE }), {
    action: 'refuse',
    host: OTHER_DEVICE,
    attempt: null,
  });
  const printer = verdict({ name: null, to: PRINTER });
  t.equal(printer.action, 'pass');
  t.strictSame('question' in printer && printer.question, questionOf(PRINTER));
});

t.test('an address is opened where the settings, a portal, or the filter’s being off let it', async (t) => {
  const free = createStandJudge();
  free.set({ allowUnnamedHosts: true });
  t.equal(stand(free)({ name: null }).action, 'pass');
  t.equal(stand(free)({ name: null, to: DOH }).action, 'refuse', 'no DoH resolver');
  t.equal(stand(judgeWith(createStandJudge(), 'portal'))({ name: null }).action, 'pass');
  const off = createStandJudge();
  off.setMode('off');
  t.equal(stand(off)({ name: null }).action, 'pass');
  t.equal(stand(off)({ name: null, to: DOH }).action, 'pass');
  t.strictSame(stand(off)({ name: null, to: null }).action, 'refuse', 'it leads nowhere');
});

t.test('an address that may be opened is judged all the same', async (t) => {
  const judge = createStandJudge();
  judge.set({ allowUnnamedHosts: true });
  judge.blockUid(1_001);
  t.equal(stand(judge)({ name: null, uid: 1_001 }).action, 'block');
  t.equal(stand(judge)({ name: null, uid: 1_000 }).action, 'pass');
});
