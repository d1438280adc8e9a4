import { gzipSync } from 'node:zlib';
import type { PolicyTarget } from '../../contracts/mqtt/messages.ts';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import { parsePolicyBundle } from '../../contracts/policy/parse-bundle.ts';
import { messageOf } from '../../kit/fault.ts';
import { sha256 } from '../../kit/signing.ts';
import { bundleOf, ruleOf } from '../support/filter-state.ts';
import { fc } from '../support/property.ts';
import { anyBundle, anyContext } from '../unit/contracts/policy/arbitrary-bundle.ts';
import { mutatedBundle, PROTOTYPE_NAMES } from './bundle-mutations.ts';
import { createFuzzRandom, damaged, type Fuzz, type FuzzRandom, fuzzUntil } from './fuzz-run.ts';
import { LISTED_NAME, mutatedIndex, soundIndexes } from './index-mutations.ts';
import { createPolicyLab, type LabState, type PolicyLab } from './policy-lab.ts';

/** Blocked for good by a policy that every sound bundle holds. */
const SHUT_NAME = 'shut.test';
/** Of the process with all its threads: others may be at work on this machine. */
const MOST_CPU_MS = 6_000;
/** What the largest bundle costs while it is read, several times over; a bomb that unpacks costs more. */
const MOST_GROWTH_BYTES = 900 * 2 ** 20;
const BOMB_BYTES = 90 * 2 ** 20;
const SPREAD_MS = 61_000;
const DAY_MS = 86_400_000;
/** Longer inputs are told by their beginning: the seed repeats them. */
const MOST_HEX = 4_000;

const SENTINEL = {
  id: 'pol_sentinel',
  rules: [ruleOf('rul_sentinel', 'block', { domains: [SHUT_NAME], categories: ['games'] }, { locked: true })],
};

const ASKED = [
  `www.${SHUT_NAME}`,
  `a b.${SHUT_NAME}`,
  'many.example',
  'play.example',
  'a.'.repeat(126).concat('a'),
  'a'.repeat(60).concat('.').repeat(4).concat('b.example'),
  '',
  ...PROTOTYPE_NAMES,
];

interface Case {
  readonly random: FuzzRandom;
  readonly state: LabState;
  readonly at: number;
  readonly good: PolicyBundle;
  /** The bytes that were meant to do harm, for the report. */
  tried: Uint8Array;
  count(what: string): void;
}

/** Something that must not be. */
class Wrong extends Error {}

function soundCase(seed: number, count: Case['count']): Case {
  const [drawn] = fc.sample(fc.tuple(anyBundle, anyContext), { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error('nothing was drawn');
  const [{ policies, sessions, overrides }, { at, ...context }] = drawn;
  return {
    random: createFuzzRandom(seed),
    state: { ...context, sessions, overrides },
    at,
    good: bundleOf([SENTINEL, ...policies], { version: 5 }),
    tried: new Uint8Array(),
    count,
  };
}

const bytesOf = (bundle: unknown): Buffer => Buffer.from(JSON.stringify(bundle));
const targetOf = (bytes: Uint8Array, version: number): PolicyTarget => ({
  version,
  hash: sha256(bytes),
  bytes: Math.max(1, bytes.length),
});
const inline = (packed: Buffer): Pick<PolicyTarget, 'inline'> => ({ inline: packed.toString('base64') });

const bomb = gzipSync(Buffer.alloc(BOMB_BYTES, ' '));

/** Ways in which something else comes than the target names. */
function spoiltDelivery(bytes: Buffer, { random }: Case): Partial<PolicyTarget> {
  const packed = gzipSync(bytes);
  switch (random.below(7)) {
    case 0:
      return inline(damaged(packed, random));
    case 1:
      return { inline: damaged(Buffer.from(packed.toString('base64')), random).toString('latin1') };
    case 2:
      return { ...inline(packed), hash: sha256(Buffer.from(String(random.below(1_000)))) };
    case 3:
      return { ...inline(bomb), bytes: random.pick([bytes.length, 2 ** 25]) };
    case 4:
      return { ...inline(packed), bytes: random.pick([1, Math.max(1, bytes.length - 1), bytes.length + 1]) };
    case 5:
      return inline(Buffer.concat([packed, random.oneIn(2) ? packed : Buffer.alloc(random.below(99))]));
    default:
      return { inline: random.pick(['', '=', '\u0000', 'A'.repeat(131_072), '=AAA']) };
  }
}

/** Whether a bundle must block a name, found by reading what stands in it only. */
function mustBlock(value: PolicyBundle, name: string): boolean {
  if (value.connectivityUrl.includes(name)) return false;
  return value.policies.some(
    ({ enabled, schedule, target, rules }) =>
      enabled &&
      schedule === null &&
      target.everyone &&
      rules.some(
        ({ locked, effect, campus, match }) =>
          locked && effect === 'block' && campus.length === 0 && match.domains.includes(name),
      ),
  );
}

/** Asks the judge all sorts of things. What the bundle in force says of the shut name must hold, whatever the time. */
function ask(lab: PolicyLab, test: Case): void {
  const { judge, bundle, clock } = lab;
  const kept = bundle.current();
  if (kept === null) throw new Wrong('no bundle is in force any more');
  lab.enforce();
  if (lab.breaches.length > 0) throw new Wrong(lab.breaches.join());
  const shut = mustBlock(kept.bundle, SHUT_NAME);
  test.count(shut ? 'blocks' : 'blocks no more');
  for (const jump of [0, 1_800_000, DAY_MS * test.random.below(400), -DAY_MS * test.random.below(400)]) {
    clock.jump(jump);
    for (const name of [SHUT_NAME, `www.${SHUT_NAME}`])
      if (shut && judge.judgeName(name).action !== 'block') throw new Wrong(`${name} is allowed`);
    for (const name of ASKED) judge.judgeName(name);
    judge.settings();
    judge.activityLevel();
  }
  const url = `http://many.example/${'a'.repeat(2_000)}`;
  const app = test.random.pick(PROTOTYPE_NAMES);
  judge.judge({ host: 'many.example', url, app, via: 'proxy' });
  judge.explain({ host: 'many.example', url, app, via: 'proxy' });
}

/** What is in force is the good one, or exactly the tried one. */
function checkKept(lab: PolicyLab, good: string, test: Case): void {
  const hash = lab.bundle.current()?.hash;
  const isTried = hash === sha256(test.tried);
  if (hash !== good && !isTried) throw new Wrong(`bundle ${hash} is in force`);
  test.count(isTried ? 'taken' : 'refused');
  if (!isTried && lab.faults.length === 0) throw new Wrong('it was refused without a fault');
  if (!isTried) return;
  const read = parsePolicyBundle(JSON.parse(new TextDecoder().decode(test.tried)));
  if ('problem' in read) throw new Wrong(`what is in force is no bundle: ${read.problem}`);
  if (JSON.stringify(read.bundle) !== JSON.stringify(lab.bundle.current()?.bundle))
    throw new Wrong('it is not in force as it is written');
}

async function bundleCase(test: Case): Promise<void> {
  const { random } = test;
  const lab = createPolicyLab(test.state, test.at);
  const good = bytesOf(test.good);
  await lab.bundle.want({ ...targetOf(good, 5), ...inline(gzipSync(good)) });
  if (lab.bundle.current()?.hash !== sha256(good)) throw new Wrong('the sound one was not taken');
  ask(lab, test);
  const hostile = random.oneIn(3)
    ? bytesOf({ ...test.good, version: 6, policies: [] })
    : mutatedBundle(test.good, random);
  test.tried = hostile;
  const target = targetOf(hostile, 6);
  const fetched = random.oneIn(3) ? damaged(hostile, random) : hostile;
  lab.serve(() => (random.oneIn(4) ? undefined : fetched));
  const spoilt = random.oneIn(2) ? spoiltDelivery(hostile, test) : {};
  const isInline = random.oneIn(2);
  await lab.bundle.want({ ...target, ...(isInline ? inline(gzipSync(hostile)) : {}), ...spoilt });
  await lab.clock.advance(random.oneIn(2) ? 0 : SPREAD_MS);
  if (lab.faults.length === 0 && lab.bundle.current()?.hash === sha256(good)) {
    // It could not be fetched yet, and that is no fault.
    test.count('not there');
  } else checkKept(lab, sha256(good), test);
  ask(lab, test);
  await lab.stop();
  await restart(lab, sha256(good), test);
}

/** The agent starts again with its disk spoilt, and must come to itself with what is left and to a new bundle. */
async function restart(before: PolicyLab, good: string, test: Case): Promise<void> {
  const { random } = test;
  const files = [...before.bundles.files.keys()];
  const spoilt = random.oneIn(2) ? random.pick(files) : null;
  if (spoilt !== null) before.bundles.damage(spoilt);
  const lab = createPolicyLab(test.state, test.at, before);
  await lab.bundle.start();
  const kept = lab.bundle.current();
  if (kept === null && files.some((hash) => hash !== spoilt))
    throw new Wrong('nothing of the disk is in force');
  if (kept !== null) {
    if (kept.hash !== good && kept.hash !== sha256(test.tried))
      throw new Wrong('another bundle lay on the disk');
    ask(lab, test);
  }
  const next = bytesOf({ ...test.good, version: 7 });
  await lab.bundle.want({ ...targetOf(next, 7), ...inline(gzipSync(next)) });
  if (lab.bundle.current()?.hash !== sha256(next)) throw new Wrong('the sound one after it was not taken');
  ask(lab, test);
  await lab.stop();
}

const indexes = soundIndexes();

async function indexCase(test: Case): Promise<void> {
  const { random } = test;
  const { before, after, delta } = indexes;
  const lab = createPolicyLab(test.state, test.at);
  const good = bytesOf(test.good);
  await lab.bundle.want({ ...targetOf(good, 5), ...inline(gzipSync(good)) });
  lab.serve(() => before);
  await lab.index.want({ version: 1, hash: sha256(before), bytes: before.length });
  await lab.clock.advance(0);
  if (lab.index.current()?.hash !== sha256(before)) throw new Wrong('the sound index was not taken');
  const isHostile = random.oneIn(2);
  const wanted = isHostile ? mutatedIndex(after, random) : after;
  const way = random.oneIn(2) ? mutatedIndex(delta, random) : wanted;
  const whole = random.oneIn(3) ? mutatedIndex(wanted, random) : wanted;
  test.tried = isHostile ? wanted : way;
  lab.serve(({ from }) => (from === null ? whole : way));
  await lab.index.want({ version: 2, hash: sha256(wanted), bytes: Math.max(32, wanted.length) });
  await lab.clock.advance(SPREAD_MS);
  const kept = lab.index.current()?.hash;
  if (kept !== sha256(before) && kept !== sha256(wanted)) throw new Wrong('another index is in force');
  test.count(kept === sha256(wanted) ? 'index taken' : 'index refused');
  ask(lab, test);
  const isSound = kept === sha256(before) || kept === sha256(after);
  if (isSound && lab.judge.judgeName(`www.${LISTED_NAME}`).action !== 'block')
    throw new Wrong(`${LISTED_NAME} is allowed`);
  if (lab.bundles.files.size === 0) throw new Wrong('the bundle is gone');
  await lab.stop();
}

async function once(
  seed: number,
  count: Case['count'],
  { costs }: { readonly costs: 'judged' | 'not judged' },
): Promise<string | null> {
  const test = soundCase(seed, count);
  const startedMs = cpuMs();
  const rss = process.memoryUsage.rss();
  try {
    await (test.random.oneIn(5) ? indexCase(test) : bundleCase(test));
    const took = cpuMs() - startedMs;
    if (costs === 'judged' && took > MOST_CPU_MS)
      throw new Wrong(`it took ${Math.round(took)} ms of the processor`);
    const grown = process.memoryUsage.rss() - rss;
    if (costs === 'judged' && grown > MOST_GROWTH_BYTES)
      throw new Wrong(`memory grew by ${Math.round(grown / 2 ** 20)} MB`);
    return null;
  } catch (error) {
    const what = error instanceof Wrong ? error.message : `crashed: ${messageOf(error)}`;
    const hex = Buffer.from(test.tried).toString('hex');
    const cut = hex.length > MOST_HEX ? `${hex.slice(0, MOST_HEX)}… (${hex.length / 2} bytes)` : hex;
    return `${what}; seed ${seed}; input ${cut}`;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Bundles and indexes that are damaged on their way or on disk, or hostile by themselves, through the real keepers to the real judge: nothing throws, hangs or
 * fills memory; what is in force is the last good one or exactly what came; and what that blocks is blocked. The first case has the run's seed.
 */
export const fuzzBundles: Fuzz = async ({ seed, extent, onCase }) => {
  const seen: Record<string, number> = {};
  const count = (what: string): void => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  const wrong: string[] = [];
  let cases = 0;
  const goesOn = fuzzUntil(extent);
  // What a case may cost is a measurement, made where the time is given: by tools/fuzz.ts.
  const costs = 'seconds' in extent ? 'judged' : 'not judged';
  while (goesOn(cases) && wrong.length === 0) {
    const caseSeed = (seed + cases) % 2 ** 31;
    onCase?.(caseSeed);
    const found = await once(caseSeed, count, { costs });
    if (found !== null) wrong.push(found);
    cases += 1;
  }
  return { cases, wrong, seen };
};
