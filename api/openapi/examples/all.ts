import { ACCOUNT_EXAMPLES } from './accounts.ts';
import { ALERT_EXAMPLES } from './alerts.ts';
import { AUDIT_EXAMPLES } from './audit.ts';
import { CLASSROOM_EXAMPLES } from './classroom.ts';
import { COMMAND_BATCH_EXAMPLES } from './command-batches.ts';
import { FOUNDATION_EXAMPLES } from './foundation.ts';
import { KEY_EXAMPLES } from './keys.ts';
import { OU_EXAMPLES } from './ous.ts';
import { POLICY_EXAMPLES } from './policies.ts';
import { RECORD_EXAMPLES } from './records.ts';
import { REPORT_EXAMPLES } from './reports.ts';
import { USER_EXAMPLES } from './users.ts';
import { WEBHOOK_EXAMPLES } from './webhooks.ts';

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
