import type { CategoryIndex } from '../../contracts/categories/category-index.ts';
import { accountKey, completeAccount } from '../../contracts/device/account.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import type { HeartbeatMessage, TargetState } from '../../contracts/mqtt/messages.ts';
import { compileBundle } from '../../contracts/policy/compile.ts';
import { decideFast } from '../../contracts/policy/decide.ts';
import type { CompiledBundle } from '../../contracts/policy/match.ts';
import type { DecisionContext, Rule, Verdict } from '../../contracts/policy/model.ts';
import { parsePolicyBundle } from '../../contracts/policy/parse-bundle.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AgentFiles, AskingDevice } from './files.ts';

/** Who asks, where and when (epoch milliseconds, server time). */
export interface Browser extends Pick<DecisionContext, 'campus' | 'at'> {
  /** The account as the system names it; null = nobody is signed in. */
  readonly account: string | null;
}

/** The verdict about a request. */
export type SimulatedVerdict = Omit<Verdict, 'chain'> & {
  /** The category that the rule names, else the first that the host is in; null = none. */
  readonly category: string | null;
};

/** The policy of a simulated device: the real bundle, evaluated by the same function as on the real agent. */
export interface SimulatedPolicy {
  /** Takes the policy of a verified target state, and fetches what it names. Resolves when it is in force; a newer one that came meanwhile wins. @throws Error when it is not to be had */
  take(target: TargetState): Promise<void>;
  /** The policy in force, as a heartbeat reports it. */
  report(): Pick<HeartbeatMessage, 'policy' | 'categories'>;
  /** Since when what is in force is (epoch milliseconds); null = nothing yet. */
  since(): number | null;
  /** Until a policy is in force everything is let through. */
  verdictOf(host: string, browser: Browser): SimulatedVerdict;
}

const NO_POLICY: SimulatedVerdict = {
  action: 'allow',
  reason: 'default',
  ruleId: null,
  policyId: null,
  policyVersion: null,
  category: null,
};

interface InForce {
  readonly target: TargetState;
  readonly compiled: CompiledBundle;
  readonly rules: ReadonlyMap<string, Rule>;
  readonly index: CategoryIndex | null;
  readonly since: number;
}

export function createSimulatedPolicy(
  device: AskingDevice,
  { files, clock }: { readonly files: AgentFiles; readonly clock: Clock },
): SimulatedPolicy {
  let inForce: InForce | null = null;
  let newest = 0;

  return {
    async take(target) {
      if (target.version < newest) return;
      newest = target.version;
      if (target.policy === undefined) return;
      const bytes = await files.bundle(device, target.policy);
      const index = target.categories === undefined ? null : await files.index(device, target.categories);
      const parsed = parsePolicyBundle(JSON.parse(new TextDecoder().decode(bytes)));
      if ('problem' in parsed) throw new Error(`the policy bundle cannot be read: ${parsed.problem}`);
      if (target.version < newest) return;
      const { policies } = parsed.bundle;
      const { sessions = [], overrides = [] } = target;
      inForce = {
        target,
        index,
        since: clock.now(),
        compiled: compileBundle({ policies, sessions, overrides }),
        rules: new Map(policies.flatMap(({ rules }) => rules.map((rule): [string, Rule] => [rule.id, rule]))),
      };
    },
    report() {
      const { policy, categories } = inForce?.target ?? {};
      return {
        policy: { version: policy?.version ?? 0, hash: policy?.hash ?? null },
        categories: categories === undefined ? null : { version: categories.version, hash: categories.hash },
      };
    },
    since: () => inForce?.since ?? null,
    verdictOf(host, browser) {
      if (inForce === null) return NO_POLICY;
      const { compiled, rules, index, target } = inForce;
      const categories = index?.categoriesOf(host) ?? [];
      const context = contextOf(device.deviceId, browser, target);
      const verdict = decideFast({ host, url: null, app: null, categories }, context, compiled);
      const named = rules.get(verdict.ruleId ?? '')?.match.categories ?? [];
      return { ...verdict, category: categories.find((id) => named.includes(id)) ?? categories[0] ?? null };
    },
  };
}

/** As the agent reckons it: a person whose unit is known brings it along, for anybody else the device's counts. */
function contextOf(
  deviceId: DeviceId,
  { account, campus, at }: Browser,
  { settings: { accountDomain = '', ouPath = '/', people = [] } }: TargetState,
): DecisionContext {
  const named = completeAccount(account, accountDomain);
  const user = named === null ? null : accountKey(named);
  return {
    deviceId,
    user,
    ouPath: people.find((person) => person.user === user)?.ouPath ?? ouPath,
    campus,
    at,
  };
}
