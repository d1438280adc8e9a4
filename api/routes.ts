import { createAccount } from './accounts/create.ts';
import { deleteAccount } from './accounts/delete.ts';
import { getAccount } from './accounts/get.ts';
import { inviteAccount } from './accounts/invite.ts';
import { listAccounts } from './accounts/list.ts';
import { updateAccount } from './accounts/update.ts';
import { getAlert } from './alerts/get.ts';
import { listAlerts } from './alerts/list.ts';
import { updateAlert } from './alerts/update.ts';
import { listAudit } from './audit/list.ts';
import { createCampus } from './campuses/create.ts';
import { deleteCampus } from './campuses/delete.ts';
import { getCampus } from './campuses/get.ts';
import { listCampuses } from './campuses/list.ts';
import { updateCampus } from './campuses/update.ts';
import { listCategories } from './categories/list.ts';
import { createClassroomSession } from './classroom/create.ts';
import { endClassroomSession } from './classroom/end.ts';
import { getClassroomSession } from './classroom/get.ts';
import { listClassroomSessions } from './classroom/list.ts';
import { updateClassroomSession } from './classroom/update.ts';
import { sendCommandBatch } from './commands/batch.ts';
import { cancelCommand } from './commands/cancel.ts';
import { getCommand } from './commands/get.ts';
import { getCommandBatch } from './commands/get-batch.ts';
import { listCommands } from './commands/list.ts';
import { lockDevice } from './commands/lock-device.ts';
import { listDeviceCommands } from './commands/of-device.ts';
import { sendCommand } from './commands/send.ts';
import { deleteDevice } from './devices/delete.ts';
import { getDevice } from './devices/get.ts';
import { listDevices } from './devices/list.ts';
import { updateDevice } from './devices/update.ts';
import { approveEnrollmentRequest } from './enrollment/requests/approve.ts';
import { listEnrollmentRequests } from './enrollment/requests/list.ts';
import { refuseEnrollmentRequest } from './enrollment/requests/refuse.ts';
import { createEnrollmentToken } from './enrollment/tokens/create.ts';
import { deleteEnrollmentToken } from './enrollment/tokens/delete.ts';
import { listEnrollmentTokens } from './enrollment/tokens/list.ts';
import { getEvent } from './events/get.ts';
import { listEvents } from './events/list.ts';
import type { RouteDefinition } from './http/route.ts';
import { createApiKey } from './keys/create.ts';
import { getApiKey } from './keys/get.ts';
import { listApiKeys } from './keys/list.ts';
import { listScopes } from './keys/list-scopes.ts';
import { revokeApiKey } from './keys/revoke.ts';
import { rotateApiKey } from './keys/rotate.ts';
import { updateApiKey } from './keys/update.ts';
import { getApiKeyUsage } from './keys/usage.ts';
import { createOu } from './ous/create.ts';
import { deleteOu } from './ous/delete.ts';
import { getOu } from './ous/get.ts';
import { listOus } from './ous/list.ts';
import { updateOu } from './ous/update.ts';
import { createOverride } from './overrides/create.ts';
import { deleteOverride } from './overrides/delete.ts';
import { getOverride } from './overrides/get.ts';
import { listOverrides } from './overrides/list.ts';
import { createPolicy } from './policies/create.ts';
import { deletePolicy } from './policies/delete.ts';
import { explainVerdict } from './policies/explain.ts';
import { getPolicy } from './policies/get.ts';
import { listPolicies } from './policies/list.ts';
import { previewPolicy } from './policies/preview.ts';
import { updatePolicy } from './policies/update.ts';
import { listActivity } from './records/list-activity.ts';
import { listLogs } from './records/list-logs.ts';
import { getWeeklyReport } from './reports/get-weekly.ts';
import { acceptInvite } from './sign-in/accept-invite.ts';
import { changePassword } from './sign-in/change-password.ts';
import { getSession } from './sign-in/get-session.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { batchUsers } from './users/batch.ts';
import { createUser } from './users/create.ts';
import { deleteUser } from './users/delete.ts';
import { getUser } from './users/get.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { getWebhook } from './webhooks/get.ts';
import { getDelivery } from './webhooks/get-delivery.ts';
import { listWebhooks } from './webhooks/list.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { listEventTypes } from './webhooks/list-event-types.ts';
import { getWebhookPublicKey } from './webhooks/public-key.ts';
import { recoverWebhook } from './webhooks/recover.ts';
import { redeliver } from './webhooks/redeliver.ts';
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts';
import { getWebhookSecret } from './webhooks/secret.ts';
import { testWebhook } from './webhooks/test.ts';
import { updateWebhook } from './webhooks/update.ts';

/** Every endpoint of the REST API, in the order of its document. */
export const ROUTES: readonly RouteDefinition[] = [
  listDevices,
  getDevice,
  updateDevice,
  deleteDevice,
  sendCommand,
  lockDevice,
  listDeviceCommands,
  listCommands,
  getCommand,
  cancelCommand,
  sendCommandBatch,
  getCommandBatch,
  listEnrollmentTokens,
  createEnrollmentToken,
  deleteEnrollmentToken,
  listEnrollmentRequests,
  approveEnrollmentRequest,
  refuseEnrollmentRequest,
  listCampuses,
  createCampus,
  getCampus,
  updateCampus,
  deleteCampus,
  listUsers,
  createUser,
  batchUsers,
  getUser,
  updateUser,
  deleteUser,
  listOus,
  createOu,
  getOu,
  updateOu,
  deleteOu,
  listPolicies,
  createPolicy,
  getPolicy,
  updatePolicy,
  deletePolicy,
  listCategories,
  explainVerdict,
  previewPolicy,
  createOverride,
  listOverrides,
  getOverride,
  deleteOverride,
  createClassroomSession,
  listClassroomSessions,
  getClassroomSession,
  updateClassroomSession,
  endClassroomSession,
  listAlerts,
  getAlert,
  updateAlert,
  getWeeklyReport,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  getWebhookSecret,
  rotateWebhookSecret,
  getWebhookPublicKey,
  testWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  recoverWebhook,
  listEventTypes,
  listEvents,
  getEvent,
  listLogs,
  listActivity,
  listScopes,
  listAudit,
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  revokeApiKey,
  rotateApiKey,
  getApiKeyUsage,
  listAccounts,
  createAccount,
  getAccount,
  updateAccount,
  deleteAccount,
  inviteAccount,
  signIn,
  getSession,
  signOut,
  changePassword,
  acceptInvite,
];
