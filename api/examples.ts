import { ACCOUNT_EXAMPLES } from './accounts/examples.ts';
import { ALERT_EXAMPLES } from './alerts/examples.ts';
import { AUDIT_EXAMPLES } from './audit/examples.ts';
import { CLASSROOM_EXAMPLES } from './classroom/examples.ts';
import { COMMAND_BATCH_EXAMPLES } from './commands/examples.ts';
import { KEY_EXAMPLES } from './keys/examples.ts';
import { FOUNDATION_EXAMPLES } from './openapi/example-values.ts';
import { OU_EXAMPLES } from './ous/examples.ts';
import { POLICY_EXAMPLES } from './policies/examples.ts';
import { RECORD_EXAMPLES } from './records/examples.ts';
import { REPORT_EXAMPLES } from './reports/examples.ts';
import { USER_EXAMPLES } from './users/examples.ts';
import { WEBHOOK_EXAMPLES } from './webhooks/examples.ts';

/** One example for each named schema, by its name; shown by the explorer. A test holds them against their schemas. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  ...FOUNDATION_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...OU_EXAMPLES,
  ...USER_EXAMPLES,

  ...POLICY_EXAMPLES,
  ...CLASSROOM_EXAMPLES,
  ...COMMAND_BATCH_EXAMPLES,
  ...RECORD_EXAMPLES,
  ...AUDIT_EXAMPLES,
  ...ALERT_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...KEY_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
};
