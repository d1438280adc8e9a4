import { ACCESS_REQUEST_EXAMPLES } from './access-requests/examples.ts';
import { ACCOUNT_PREFERENCE_EXAMPLES } from './account-preferences/examples.ts';
import { ACCOUNT_EXAMPLES } from './accounts/examples.ts';
import { ALERT_NOTIFICATION_EXAMPLES } from './alert-notifications/examples.ts';
import { ALERT_RULE_EXAMPLES } from './alert-rules/examples.ts';
import { ALERT_EXAMPLES } from './alerts/examples.ts';
import { ATTENTION_EXAMPLES } from './attention/examples.ts';
import { AUDIT_EXAMPLES } from './audit/examples.ts';
import { CAMPUS_EXAMPLES } from './campuses/examples.ts';
import { CATEGORY_EXAMPLES } from './categories/examples.ts';
import { CLASSROOM_EXAMPLES } from './classroom/examples.ts';
import { COMMAND_EXAMPLES } from './commands/examples.ts';
import { DASHBOARD_SESSION_EXAMPLES } from './dashboard-sessions/examples.ts';
import { DEVICE_EXAMPLES } from './devices/examples.ts';
import { ENROLLMENT_EXAMPLES } from './enrollment/examples.ts';
import { EVENT_EXAMPLES } from './events/examples.ts';
import { EVIDENCE_EXAMPLES } from './evidence/examples.ts';
import { KEY_EXAMPLES } from './keys/examples.ts';
import { LIVE_EXAMPLES } from './live/examples.ts';
import { PROBLEM_EXAMPLES } from './openapi/example-values.ts';
import { ORGANISATION_EXAMPLES } from './organisation/examples.ts';
import { OU_EXAMPLES } from './ous/examples.ts';
import { OVERRIDE_EXAMPLES } from './overrides/examples.ts';
import { PASSWORD_RESET_EXAMPLES } from './password-resets/examples.ts';
import { POLICY_EXAMPLES } from './policies/examples.ts';
import { RECORD_EXAMPLES } from './records/examples.ts';
import { REPORT_EXAMPLES } from './reports/examples.ts';
import { SEARCH_EXAMPLES } from './search/examples.ts';
import { SECOND_FACTOR_EXAMPLES } from './second-factor/examples.ts';
import { SIGN_IN_EXAMPLES } from './sign-in/examples.ts';
import { USER_EXAMPLES } from './users/examples.ts';
import { WEBHOOK_EXAMPLES } from './webhooks/examples.ts';

/** One example for each named schema, by its name. The explorer shows them. A test checks them against their schemas. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  ...ACCOUNT_EXAMPLES,
  ...ACCOUNT_PREFERENCE_EXAMPLES,
  ...PASSWORD_RESET_EXAMPLES,
  ...SECOND_FACTOR_EXAMPLES,
  ...ALERT_EXAMPLES,
  ...ALERT_RULE_EXAMPLES,
  ...ALERT_NOTIFICATION_EXAMPLES,
  ...AUDIT_EXAMPLES,
  ...CAMPUS_EXAMPLES,
  ...CATEGORY_EXAMPLES,
  ...CLASSROOM_EXAMPLES,
  ...COMMAND_EXAMPLES,
  ...DEVICE_EXAMPLES,
  ...ENROLLMENT_EXAMPLES,
  ...EVENT_EXAMPLES,
  ...EVIDENCE_EXAMPLES,
  ...KEY_EXAMPLES,
  ...LIVE_EXAMPLES,
  ...ORGANISATION_EXAMPLES,
  ...OU_EXAMPLES,
  ...OVERRIDE_EXAMPLES,
  ...ACCESS_REQUEST_EXAMPLES,
  ...POLICY_EXAMPLES,
  ...RECORD_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...SEARCH_EXAMPLES,
  ...ATTENTION_EXAMPLES,
  ...SIGN_IN_EXAMPLES,
  ...DASHBOARD_SESSION_EXAMPLES,
  ...USER_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...PROBLEM_EXAMPLES,
};
