import t from 'tap';
import { Answering } from '../../../../../agent/filter/dns/answering.ts';
import { ClientDesk } from '../../../../../agent/filter/dns/client-desk.ts';
import { truncatedReply, udpLimit } from '../../../../../agent/filter/dns/reply.ts';
import { readAnswer } from '../../../../../agent/filter/dns/upstream-answer.ts';
import { systemClock } from '../../../../../kit/clock.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { FUZZ_NAMES, fuzzDns, givesAddress } from '../../../../fuzz/dns.ts';
import { mutatedAnswer, mutatedQuery } from '../../../../fuzz/dns-packets.ts';
import { createFuzzRandom, fuzzSeconds, fuzzSeed } from '../../../../fuzz/fuzz-run.ts';
import { createFakeJudge, queryFor, startDnsLab, startUpstream } from '../../../../support/dns-lab.ts';

const ALIASES = ['www.fine.example', `cdn.${FUZZ_NAMES.shut}`, FUZZ_NAMES.shut];

t.test('no packet crashes or hangs the resolver, or gets an address for a blocked name', async (t) => {
  const seed = fuzzSeed();
  t.comment(`seed ${seed}`);
  const random = createFuzzRandom(seed);
  const upstream = await startUpstream((_question, query) => mutatedAnswer(query, ALIASES, random));
  t.teardown(() => upstream.stop());
  const upstreams = [upstream.address];
  const lab = await startDnsLab({ judge: createFakeJudge([FUZZ_NAMES.shut]), upstreams: () => upstreams });
  t.teardown(() => lab.resolver.stop());
  const { sent, answered, wrong } = await fuzzDns(lab, { random, seconds: fuzzSeconds() });
  t.comment(`${sent} packets, ${answered} answers, ${upstream.asked.length} questions to the upstream`);
  t.same(wrong, []);
  t.ok(sent > 200 && answered > 0 && upstream.asked.length > 0, 'packets were sent, answered, and passed on');
});

t.test(
  'without sockets: whatever query meets whatever answer, a blocked name gets no address and nothing throws',
  (t) => {
    const seed = fuzzSeed();
    t.comment(`seed ${seed}`);
    const random = createFuzzRandom(seed);
    const judge = createFakeJudge([FUZZ_NAMES.shut]);
    const errors: string[] = [];
    const answering = new Answering({
      judge,
      upstreams: { hasPlain: () => true },
      forwarder: {
        ask(question, _scope, done) {
          const questionEnd = 12 + question.name.length + (question.name === '' ? 1 : 2) + 4;
          const query = queryFor(question.name);
          const message = mutatedAnswer(query, ALIASES, random);
          const answer =
            message.length < questionEnd ? null : readAnswer(message, { questionEnd, dnssecOk: false });
          done({ answer, ageSeconds: 0, isStale: random.oneIn(5) });
        },
      },
      onNonce: () => undefined,
      privateNetworks: () => [],
      localDomains: () => [],
    });
    const desk = new ClientDesk({
      judge,
      recorder: { decided: () => undefined },
      answering,
      clock: systemClock,
      log: { ...silentLog, error: (fields) => void errors.push(JSON.stringify(fields)) },
    });
    const wrong: string[] = [];
    let replies = 0;
    const deadline = performance.now() + fuzzSeconds() * 1_000;
    while (performance.now() < deadline && wrong.length === 0) {
      const packet = mutatedQuery(random.pick([FUZZ_NAMES.open, FUZZ_NAMES.shut]), random);
      desk.take(packet, (reply, query) => {
        replies += 1;
        const fitting = truncatedReply(reply, query, udpLimit(query));
        if (fitting.length > udpLimit(query))
          wrong.push(`${fitting.length} bytes for ${packet.toString('hex')}`);
        if (givesAddress(packet, fitting, FUZZ_NAMES.shut)) wrong.push(packet.toString('hex'));
      });
    }
    t.same(wrong, []);
    t.same([...new Set(errors)], []);
    t.ok(replies > 1_000, `${replies} answers`);
    t.end();
  },
);
