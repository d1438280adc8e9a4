import type { PasswordResetLink } from '../../contracts/rest/password-resets.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import {
  invitation,
  type MadeReset,
  makeReset,
  type PasswordResetTools,
  RESET_MINUTES,
  requestReset,
  useReset,
} from './password-resets.ts';

interface PasswordResetRouteTools extends RouteTools, PasswordResetTools {
  readonly store: RouteTools['store'];
}

/** The endpoints of new passwords for people who have forgotten theirs. */
export const PASSWORD_RESET_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/v1/password-resets',
    operationId: 'requestPasswordReset',
    summary: 'Have a link to a new password sent to your e-mail address',
    description: `The answer is the same whether or not somebody has this address. The mail comes to people who have a password; its link works once, within ${RESET_MINUTES} minutes. At most three mails in half an hour: their links stay good. A server without mail settings sends none: then an administrator makes the link (\`POST /v1/accounts/{id}/password-reset\`), and \`schoolgate sign-in-link\` on the server is the last resort.`,
    tag: 'Accounts',
    scope: null,
    open: true,
    extension: true,
    body: ref('PasswordResetRequest'),
    responses: { 202: ref('PasswordResetAccepted') },
    handle: async ({ body, client }, tools: PasswordResetRouteTools) => {
      await requestReset(tools, body.email, client);
      return { status: 202, body: { validForMinutes: RESET_MINUTES } };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/password-resets/use',
    operationId: 'usePasswordReset',
    summary: 'Set a new password with the token of a link',
    description:
      'Every session, link and invitation of the account ends. It signs nobody in, and a second factor stays. The person is told by e-mail.',
    tag: 'Accounts',
    scope: null,
    open: true,
    extension: true,
    body: ref('PasswordResetUse'),
    responses: { 204: null },
    faults: ['invalid_password_reset', 'unavailable'],
    handle: async ({ body, client }, tools: PasswordResetRouteTools) => {
      await useReset(tools, body, client);
      return { status: 204 };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/accounts/{id}/password-reset',
    operationId: 'resetAccountPassword',
    summary: 'Make a link with which a person sets a new password, within the hour',
    description:
      'The link is shown this once, and sent to the person where the server sends e-mail. The present password works until the link is used. An account without a password is invited instead.',
    tag: 'Accounts',
    scope: null,
    roles: ['owner', 'admin'],
    extension: true,
    params: idParams('acc'),
    responses: { 201: ref('PasswordResetLink') },
    faults: ['not_found', 'conflict'],
    secretAnswer: true,
    handle: async ({ params, caller, transact }, tools: PasswordResetRouteTools) => {
      const accountMail = await tools.accountMail();
      const kept: { made?: MadeReset } = {};
      const reply = await transact(async (tx) => {
        const made = await makeReset(tx, tools, { caller, id: params.id });
        kept.made = made;
        const { account, token, link } = made;
        const expiresAt = timestamp(made.expiresAt);
        const mailed = accountMail !== null;
        const body: PasswordResetLink = { accountId: account.id, token, link, expiresAt, mailed };
        return {
          status: 201,
          body,
          headers: { location: `/v1/accounts/${account.id}` },
          audit: {
            action: 'account.password_reset_made',
            target: account.id,
            after: { expiresAt, mailed },
          },
        };
      });
      if (kept.made !== undefined) accountMail?.send(kept.made.account, invitation(kept.made.link));
      return reply;
    },
  }),
];
