import t from 'tap';
import { compileBundle } from '../../../../contracts/policy/compile.ts';
import { CRISIS_NAMES } from '../../../../contracts/policy/crisis.ts';
import { decide, decideFast } from '../../../../contracts/policy/decide.ts';
import { VERDICT_REASONS } from '../../../../contracts/policy/model.ts';
import { bundleChanges, nextBundleChange, situationAt } from '../../../../contracts/policy/next-change.ts';
import { verdictKeyOf } from '../../../../contracts/policy/verdict-key.ts';
import { fc } from '../../../support/property.ts';
import { anyBundle, anyContext, anyRequest } from './arbitrary-bundle.ts';
import { referenceDecide } from './reference-decide.ts';

const RUNS = { numRuns: 1_000 };

t.test('the compiled decision is the one of the rules written down plainly, with the same chain', (t) => {
  const seen = new Set<string>();
  const property = fc.property(anyBundle, anyContext, anyRequest, (bundle, context, request) => {
    const { chain, ...verdict } = decide(request, context, compileBundle(bundle));
    const said = referenceDecide(request, context, bundle);
    seen.add(verdict.reason);
    const shown = ({
      reason,
      action,
      ruleId,
      policyId,
      target,
      by,
    }: (typeof chain)[number] | (typeof said)[number]) =>
      JSON.stringify([reason, action, ruleId, policyId, target, by]);
    return (
      JSON.stringify(chain.map(shown)) === JSON.stringify(said.map(shown)) &&
      verdict.action === said[0]?.action &&
      verdict.reason === said[0]?.reason
    );
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 3_000 }));
  t.same([...seen].sort(), [...VERDICT_REASONS].sort(), 'every reason has decided');
  t.end();
});

t.test(
  'the fast verdict is the one with a chain; one link decided, the first, and it is the verdict',
  (t) => {
    const property = fc.property(anyBundle, anyContext, anyRequest, (bundle, context, request) => {
      const compiled = compileBundle(bundle);
      const { chain, ...verdict } = decide(request, context, compiled);
      const [first] = chain;
      if (first === undefined) return false;
      const { action, reason, ruleId, policyId, policyVersion } = first;
      return (
        JSON.stringify(decideFast(request, context, compiled)) === JSON.stringify(verdict) &&
        JSON.stringify({ action, reason, ruleId, policyId, policyVersion }) === JSON.stringify(verdict) &&
        chain.every(({ decided }, index) => decided === (index === 0)) &&
        chain.every((link, index) => {
          const before = chain[index - 1];
          return (
            before === undefined ||
            VERDICT_REASONS.indexOf(before.reason) <= VERDICT_REASONS.indexOf(link.reason)
          );
        })
      );
    });
    t.doesNotThrow(() => fc.assert(property, RUNS));
    t.end();
  },
);

t.test('no policy, override or session ever closes a name of crisis help or what is below it', (t) => {
  const name = fc.constantFrom(...CRISIS_NAMES.map(({ domain }) => domain));
  const property = fc.property(anyBundle, anyContext, anyRequest, name, (bundle, context, request, domain) =>
    [domain, `www.${domain}`, `${domain.toUpperCase()}.`].every((host) => {
      const { action, reason } = decide({ ...request, host }, context, compileBundle(bundle));
      return action === 'allow' && reason === 'crisis_allow';
    }),
  );
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.end();
});

t.test('the order in which policies, overrides and sessions stand in the bundle means nothing', (t) => {
  const property = fc.property(anyBundle, anyContext, anyRequest, (bundle, context, request) => {
    const turned = {
      policies: [...bundle.policies].reverse(),
      overrides: [...bundle.overrides].reverse(),
      sessions: [...bundle.sessions].reverse(),
    };
    return (
      JSON.stringify(decide(request, context, compileBundle(bundle))) ===
      JSON.stringify(decide(request, context, compileBundle(turned)))
    );
  });
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.end();
});

t.test('between two changes of the bundle a verdict stays, and so it does in the same situation', (t) => {
  let stretches = 0;
  const property = fc.property(anyBundle, anyContext, anyRequest, (bundle, context, request) => {
    const compiled = compileBundle(bundle);
    const verdictAt = (at: number): string =>
      JSON.stringify(decideFast(request, { ...context, at }, compiled));
    const next = nextBundleChange(compiled, context.at) ?? context.at + 86_400_000;
    if (verdictAt(context.at) !== verdictAt(next - 1)) return false;
    stretches += 1;
    const range = { from: context.at, to: context.at + 7 * 86_400_000 };
    const changes = bundleChanges(compiled, range);
    if ((changes[0] ?? range.to) !== Math.min(nextBundleChange(compiled, context.at) ?? range.to, range.to))
      return false;
    const found = new Map<string, string>();
    return [context.at, ...changes].every((at) => {
      const situation = situationAt(compiled, at);
      const known = found.get(situation) ?? verdictAt(at);
      found.set(situation, known);
      return known === verdictAt(at);
    });
  });
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.ok(stretches >= RUNS.numRuns);
  t.end();
});

t.test('askers of the same standing get the same verdict', (t) => {
  let alike = 0;
  const property = fc.property(
    anyBundle,
    anyContext,
    anyContext,
    anyRequest,
    (bundle, one, other, request) => {
      const compiled = compileBundle(bundle);
      if (verdictKeyOf(one, compiled) !== verdictKeyOf(other, compiled)) return true;
      alike += 1;
      const { at, campus } = one;
      return (
        JSON.stringify(decideFast(request, one, compiled)) ===
        JSON.stringify(decideFast(request, { ...other, at, campus }, compiled))
      );
    },
  );
  t.doesNotThrow(() => fc.assert(property, RUNS));
  t.ok(alike > 100, 'many were alike');
  t.end();
});
