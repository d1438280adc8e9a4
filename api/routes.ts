import { ACCESS_REQUEST_ROUTES } from './access-requests/routes.ts';
import { ACCOUNT_PREFERENCE_ROUTES } from './account-preferences/routes.ts';
import { ACCOUNT_ROUTES } from './accounts/routes.ts';
import { ALERT_NOTIFICATION_ROUTES, type AlertNotificationTools } from './alert-notifications/routes.ts';
import { ALERT_RULE_ROUTES } from './alert-rules/routes.ts';
import { ALERT_ROUTES } from './alerts/routes.ts';
import type { AttentionTools } from './attention/checks.ts';
import { ATTENTION_ROUTES } from './attention/routes.ts';
import { AUDIT_ROUTES } from './audit/routes.ts';
import { CAMPUS_ROUTES } from './campuses/routes.ts';
import type { BackgroundUpdates } from './categories/background-updates.ts';
import type { CategoryLookup } from './categories/category-lookup.ts';
import type { CategorySearch } from './categories/category-search.ts';
import { CATEGORY_ROUTES } from './categories/routes.ts';
import { CATEGORY_SOURCE_ROUTES } from './categories/sources/routes.ts';
import { CATEGORY_SUGGESTION_ROUTES } from './categories/suggestions/routes.ts';
import { CLASSROOM_ROUTES } from './classroom/routes.ts';
import { COMMAND_BATCH_ROUTES } from './commands/batch-routes.ts';
import type { CommandBatchRun } from './commands/command-batch-run.ts';
import { COMMAND_ROUTES } from './commands/routes.ts';
import { DASHBOARD_SESSION_ROUTES } from './dashboard-sessions/routes.ts';
import type { RemovalCodeTools } from './devices/routes.ts';
import { DEVICE_ROUTES } from './devices/routes.ts';
import { DEVICE_STORY_ROUTES, type DeviceStateTools } from './devices/story/routes.ts';
import { ENROLLMENT_ROUTES, type TokenTools } from './enrollment/routes.ts';
import { EVENT_ROUTES } from './events/routes.ts';
import { EVIDENCE_ROUTES } from './evidence/routes.ts';
import type { RouteDefinition, RouteTools } from './http/route.ts';
import { KEY_ROUTES } from './keys/routes.ts';
import type { LiveFeed } from './live/live-feed.ts';
import { LIVE_ROUTES } from './live/routes.ts';
import { ORGANISATION_ROUTES, type OrganisationTools } from './organisation/routes.ts';
import { OU_ROUTES } from './ous/routes.ts';
import type { SsrfGuard } from './outbound/ssrf-guard.ts';
import { OVERRIDE_ROUTES } from './overrides/routes.ts';
import type { PasswordResetTools } from './password-resets/password-resets.ts';
import { PASSWORD_RESET_ROUTES } from './password-resets/routes.ts';
import type { ExplainTools } from './policies/explanation.ts';
import type { PreviewEngine } from './policies/preview/preview-engine.ts';
import { POLICY_ROUTES } from './policies/routes.ts';
import { RECORD_ROUTES } from './records/routes.ts';
import { REPORT_ROUTES } from './reports/routes.ts';
import { SEARCH_ROUTES } from './search/routes.ts';
import { SECOND_FACTOR_ROUTES } from './second-factor/routes.ts';
import type { Passwords } from './sign-in/passwords.ts';
import { type SessionRouteTools, SIGN_IN_ROUTES } from './sign-in/routes.ts';
import { USER_ROUTES } from './users/routes.ts';
import { DELIVERY_ROUTES } from './webhooks/delivery-routes.ts';
import { WEBHOOK_ROUTES } from './webhooks/routes.ts';

/** The tools of all endpoints together. Each endpoint names its own in the type of its tools. */
export interface ApiTools extends RouteTools {
  readonly webhookGuard: SsrfGuard;
  readonly enrollment: TokenTools['enrollment'];
  readonly passwords: Passwords;
  readonly accountMail: PasswordResetTools['accountMail'];
  readonly dashboardUrl: PasswordResetTools['dashboardUrl'];
  readonly categories: CategoryLookup;
  readonly categoryUpdates: BackgroundUpdates;
  readonly categorySearch: CategorySearch;
  readonly preview: Pick<PreviewEngine, 'run'>;
  readonly schoolTimes: ExplainTools['schoolTimes'];
  readonly bundles: DeviceStateTools['bundles'];
  readonly removalCodes: RemovalCodeTools['removalCodes'];
  readonly permittedOperations: SessionRouteTools['permittedOperations'];
  readonly batches: Pick<CommandBatchRun, 'complete'>;
  readonly live: Pick<LiveFeed, 'open'>;
  readonly mailServer: AlertNotificationTools['mailServer'];
  readonly fileSettings: OrganisationTools['fileSettings'];
  readonly lastBackupAt: AttentionTools['lastBackupAt'];
}

/** Every endpoint of the REST API, in the order of its document. */
export const ROUTES: readonly RouteDefinition<ApiTools>[] = [
  ...DEVICE_ROUTES,
  ...DEVICE_STORY_ROUTES,
  ...COMMAND_ROUTES,
  ...COMMAND_BATCH_ROUTES,
  ...ENROLLMENT_ROUTES,
  ...CAMPUS_ROUTES,
  ...USER_ROUTES,
  ...OU_ROUTES,
  ...POLICY_ROUTES,
  ...CATEGORY_ROUTES,
  ...CATEGORY_SOURCE_ROUTES,
  ...CATEGORY_SUGGESTION_ROUTES,
  ...OVERRIDE_ROUTES,
  ...ACCESS_REQUEST_ROUTES,
  ...CLASSROOM_ROUTES,
  ...ALERT_ROUTES,
  ...ALERT_RULE_ROUTES,
  ...ALERT_NOTIFICATION_ROUTES,
  ...REPORT_ROUTES,
  ...EVIDENCE_ROUTES,
  ...WEBHOOK_ROUTES,
  ...DELIVERY_ROUTES,
  ...EVENT_ROUTES,
  ...LIVE_ROUTES,
  ...SEARCH_ROUTES,
  ...ATTENTION_ROUTES,
  ...RECORD_ROUTES,
  ...KEY_ROUTES,
  ...AUDIT_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ORGANISATION_ROUTES,
  ...SIGN_IN_ROUTES,
  ...DASHBOARD_SESSION_ROUTES,
  ...ACCOUNT_PREFERENCE_ROUTES,
  ...PASSWORD_RESET_ROUTES,
  ...SECOND_FACTOR_ROUTES,
];
