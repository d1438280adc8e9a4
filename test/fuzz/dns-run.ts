import { Answering } from '../../agent/filter/dns/answering.ts';
import { QueryHandler } from '../../agent/filter/dns/query-handler.ts';
import { truncatedReply, udpLimit } from '../../agent/filter/dns/reply.ts';
import { readAnswer } from '../../agent/filter/dns/upstream-answer.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { createFakeJudge, queryFor, startDnsLab, startUpstream } from '../support/dns-lab.ts';
import { FUZZ_NAMES, fuzzDns, givesAddress } from './dns.ts';
import { mutatedAnswer, mutatedQuery } from './dns-packets.ts';
import { createFuzzRandom, type Fuzz, fuzzUntil, withTeardown } from './fuzz-run.ts';

const ALIASES = ['www.fine.example', `cdn.${FUZZ_NAMES.shut}`, FUZZ_NAMES.shut];

/** Packets to the real resolver by UDP, whose upstream answers as badly. */
export const fuzzDnsSockets: Fuzz = ({ seed, extent }) =>
  withTeardown(async (teardown) => {
    const random = createFuzzRandom(seed);
    const upstream = await startUpstream((_question, query) => mutatedAnswer(query, ALIASES, random));
    teardown(() => upstream.stop());
    const upstreams = [upstream.address];
    const lab = await startDnsLab({
      judge: createFakeJudge([FUZZ_NAMES.shut]),
      upstreams: () => upstreams,
    });
    teardown(() => lab.resolver.stop());
    const { sent, answered, wrong } = await fuzzDns(lab, { random, extent });
    return { cases: sent, wrong, seen: { answered, passedOn: upstream.asked.length } };
  });

/** Whatever query meets whatever answer, without sockets: many more of them. */
export const fuzzDnsAnswers: Fuzz = ({ seed, extent }) => {
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
  });
  const handler = new QueryHandler({
    judge,
    recorder: { decided: () => undefined },
    answering,
    clock: systemClock,
    log: { ...silentLog, error: (fields) => void errors.push(JSON.stringify(fields)) },
  });
  const wrong: string[] = [];
  let replies = 0;
  let cases = 0;
  const goesOn = fuzzUntil(extent);
  while (goesOn(cases) && wrong.length === 0) {
    cases += 1;
    const packet = mutatedQuery(random.pick([FUZZ_NAMES.open, FUZZ_NAMES.shut]), random);
    handler.take(packet, (reply, query) => {
      replies += 1;
      const fitting = truncatedReply(reply, query, udpLimit(query));
      if (fitting.length > udpLimit(query))
        wrong.push(`${fitting.length} bytes for ${packet.toString('hex')}`);
      if (givesAddress(packet, fitting, FUZZ_NAMES.shut)) wrong.push(packet.toString('hex'));
    });
  }
  wrong.push(...new Set(errors));
  return Promise.resolve({ cases, wrong, seen: { replies } });
};
