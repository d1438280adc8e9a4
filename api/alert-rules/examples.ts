import { AT } from '../openapi/example-values.ts';
import { toAlertRule } from './alert-rules.ts';

const rule = toAlertRule({
  id: 'low_battery',
  set: { severity: 'low', low: 10 },
  version: 1,
  updatedAt: Date.parse(AT),
});

/** One example for each schema of the rules of alerts. */
export const ALERT_RULE_EXAMPLES = {
  AlertRule: rule,
  AlertRuleDefaults: rule.defaults,
  AlertRuleMember: rule.members[0] ?? {},
  AlertRulePatch: { severity: 'low', low: 10, recovered: null },
  AlertRuleList: { data: [rule], total: 13, page: 1, limit: 50, hasMore: false, nextCursor: null },
} as const;
