import type { FilterState } from '../../agent/filter/filter-state.ts';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { Policy, Rule } from '../../contracts/policy/model.ts';

const LAPTOP = 'dev_01h455vb4pex5vsknk084sn02q';

/** A bundle of these policies; what a test does not say is empty. */
export function bundleOf(
  policies: readonly Partial<Policy>[],
  extra: Partial<PolicyBundle> = {},
): PolicyBundle {
  return {
    kind: 'bundle',
    format: 1,
    version: 1,
    // Plain JSON, as it comes: what is read-only in the model is not in the schema.
    policies: JSON.parse(JSON.stringify(policies.map(policyOf))),
    schoolHours: null,
    dohAddresses: [],
    upstreams: [],
    gameWords: [],
    gameProcesses: [],
    probes: { block: [], allow: [] },
    connectivityUrl: 'http://connectivitycheck.gstatic.com/generate_204',
    ...extra,
  };
}

/** A policy for everyone, always on, that allows unless its rules say otherwise. */
function policyOf(policy: Partial<Policy>, index: number): Policy {
  return {
    id: `pol_${index}`,
    name: `Policy ${index}`,
    enabled: true,
    priority: 0,
    defaultAction: 'allow',
    target: { everyone: true, ous: [], users: [], devices: [] },
    schedule: null,
    rules: [],
    version: 1,
    ...policy,
  };
}

/** A rule that applies everywhere. */
export function ruleOf(
  id: string,
  effect: Rule['effect'],
  match: Partial<Rule['match']>,
  extra: Partial<Rule> = {},
): Rule {
  return {
    id,
    effect,
    locked: false,
    reason: null,
    campus: [],
    match: { domains: [], categories: [], urls: [], apps: [], ...match },
    ...extra,
  };
}

/** What the agent gives its worker on a quiet day: Ana at her laptop, policy in force. */
export function filterState(changes: Partial<FilterState> = {}): FilterState {
  return {
    deviceId: LAPTOP,
    mode: 'enforce',
    bundle: bundleOf([{}]),
    sessions: [],
    overrides: [],
    user: 'ana@school.example',
    ouPath: '/High/9b',
    campus: 'on-campus',
    clockOffsetMs: 0,
    indexFile: null,
    upstreams: [],
    serverNames: ['school.example'],
    portalHosts: [],
    privateNetworks: [],
    organisation: 'Springfield High',
    helpLine: null,
    ...changes,
  };
}
