import { crisisNameOf } from './crisis.ts';
import { normaliseHost } from './host.ts';
import type { Policy, Rule } from './model.ts';
import { compileUrlPattern } from './url-pattern.ts';

/** Most warnings; more do not fit a page. */
const MAX_WARNINGS = 20;

/**
 * Warns, in sentences for the dashboard and for preview, where a valid policy does something that its author may not expect; at most 20.
 * Rules are counted from 1.
 */
export function policyWarnings(
  policy: Pick<Policy, 'enabled' | 'target' | 'schedule' | 'rules'>,
): readonly string[] {
  const { everyone, ous, users, devices } = policy.target;
  const warnings: string[] = [];
  if (!policy.enabled) warnings.push('The policy is switched off: it changes nothing.');
  if (!everyone && ous.length + users.length + devices.length === 0)
    warnings.push('The policy is for nobody: it changes nothing.');
  if (policy.schedule !== null && policy.schedule.windows.length === 0)
    warnings.push('The schedule has no window: the policy never applies.');
  for (const [index, rule] of policy.rules.entries()) {
    if (warnings.length >= MAX_WARNINGS) break;
    warnings.push(...ruleWarnings(rule, index + 1));
  }
  return warnings.slice(0, MAX_WARNINGS);
}

function ruleWarnings({ effect, match }: Rule, number: number): readonly string[] {
  const warnings: string[] = [];
  if (match.domains.length + match.categories.length + match.urls.length + match.apps.length === 0)
    warnings.push(`Rule ${number} names nothing that it is about: it never applies.`);
  const paths = match.urls.filter((url) => compileUrlPattern(url)?.path != null);
  if (paths[0] !== undefined) {
    const more = paths.length > 1 ? ` (and ${paths.length - 1} more of this rule)` : '';
    warnings.push(
      `Rule ${number}: the path of “${paths[0].slice(0, 80)}”${more} counts only for plain http; with https the whole host is meant.`,
    );
  }
  if (match.apps.length > 0)
    warnings.push(
      `Rule ${number}: programs are known on the device only, where the system tells their name.`,
    );
  const crisis = effect === 'block' ? match.domains.find(isCrisisHelp) : undefined;
  if (crisis !== undefined)
    warnings.push(`Rule ${number}: “${crisis}” is crisis help and stays open, whatever a rule says.`);
  return warnings;
}

function isCrisisHelp(domain: string): boolean {
  const host = normaliseHost(domain);
  return host !== null && crisisNameOf(host) !== null;
}
