import { RECOVERY_CODES } from '../../contracts/rest/second-factor.ts';
import { ROLES } from '../../contracts/roles.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import { toAccount } from '../../store/views/account.ts';
import { timestampOrNull } from '../../store/views/timestamp.ts';
import { type Client, defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { openSessionOf } from '../sign-in/open-session.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  REMOVED,
  removeOwnSecondFactor,
  removeSecondFactorOf,
  renewRecoveryCodes,
  type SecondFactorTools,
} from './second-factor.ts';

interface SecondFactorRouteTools extends RouteTools, SecondFactorTools {
  readonly store: RouteTools['store'];
  readonly clock: RouteTools['clock'];
  readonly sealer: RouteTools['sealer'];
}

/** What the calls of one's own second factor have in common. */
const OWN = { tag: 'Accounts', scope: null, roles: ROLES, extension: true } as const;

/** The endpoints of the second factor. */
export const SECOND_FACTOR_ROUTES = [
  defineRoute({
    ...OWN,
    method: 'GET',
    path: '/v1/account/second-factor',
    operationId: 'getSecondFactor',
    summary:
      'Whether signing in with your password asks for a code too, and how many recovery codes are left',
    responses: { 200: ref('SecondFactor') },
    handle: async ({ client }, tools) => {
      const { id, secondFactor } = await accountOf(client, tools);
      const factor = await tools.store.secondFactors.get(id);
      return {
        status: 200,
        body: {
          enabled: secondFactor,
          enabledSince: timestampOrNull(factor?.confirmedAt ?? null),
          pending: factor !== null && !secondFactor,
          recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        },
      };
    },
  }),

  defineRoute({
    ...OWN,
    method: 'POST',
    path: '/v1/account/second-factor',
    operationId: 'beginSecondFactor',
    summary: 'Begin a second factor: codes of an authenticator program (TOTP, RFC 6238)',
    description:
      'The secret is shown this once. Nothing changes until a code confirms it, within the hour. Who signs in through the school’s OpenID provider is not asked for a code here: the provider does that.',
    unrepeatable: true,
    secretAnswer: true,
    body: ref('SecondFactorStart'),
    responses: { 201: ref('SecondFactorSetup') },
    faults: ['wrong_credentials', 'conflict', 'unavailable'],
    handle: async ({ body, client, requestId }, tools: SecondFactorRouteTools) => {
      const account = await accountOf(client, tools);
      const setup = await beginSecondFactor(tools, {
        account,
        from: client,
        requestId,
        password: body.password,
      });
      return { status: 201, body: setup, headers: { location: '/v1/account/second-factor' } };
    },
  }),

  defineRoute({
    ...OWN,
    method: 'POST',
    path: '/v1/account/second-factor/confirm',
    operationId: 'confirmSecondFactor',
    summary: 'Confirm the second factor with a first code; signing in asks for one from now on',
    description: `The answer has ${RECOVERY_CODES} recovery codes, shown this once. Each signs in once in place of a code.`,
    unrepeatable: true,
    secretAnswer: true,
    body: ref('SecondFactorConfirmation'),
    responses: { 200: ref('RecoveryCodes') },
    faults: ['wrong_credentials', 'conflict'],
    handle: async ({ body, client, requestId }, tools: SecondFactorRouteTools) => {
      const account = await accountOf(client, tools);
      const codes = await confirmSecondFactor(tools, { account, from: client, requestId, code: body.code });
      return { status: 200, body: { codes: [...codes] } };
    },
  }),

  defineRoute({
    ...OWN,
    method: 'POST',
    path: '/v1/account/second-factor/recovery-codes',
    operationId: 'renewRecoveryCodes',
    summary: 'Get new recovery codes, with your password or a code; the old ones end',
    unrepeatable: true,
    secretAnswer: true,
    body: ref('SecondFactorProof'),
    responses: { 200: ref('RecoveryCodes') },
    faults: ['wrong_credentials', 'not_found', 'unavailable'],
    handle: async ({ body, client, requestId }, tools: SecondFactorRouteTools) => {
      const account = await accountOf(client, tools);
      const codes = await renewRecoveryCodes(tools, { account, from: client, requestId, proof: body });
      return { status: 200, body: { codes: [...codes] } };
    },
  }),

  defineRoute({
    ...OWN,
    method: 'DELETE',
    path: '/v1/account/second-factor',
    operationId: 'removeSecondFactor',
    summary: 'Take your second factor away, with your password or a code',
    body: ref('SecondFactorProof'),
    responses: { 204: null },
    faults: ['wrong_credentials', 'not_found', 'unavailable'],
    handle: async ({ body, client, requestId }, tools: SecondFactorRouteTools) => {
      const account = await accountOf(client, tools);
      await removeOwnSecondFactor(tools, { account, from: client, requestId, proof: body });
      return { status: 204 };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/accounts/{id}/second-factor',
    operationId: 'removeAccountSecondFactor',
    summary: 'Take away the second factor of a person who has lost it, and end the account’s sessions',
    description: 'The person is told by e-mail where the server sends any.',
    tag: 'Accounts',
    scope: null,
    roles: ['owner', 'admin'],
    extension: true,
    params: idParams('acc'),
    responses: { 204: null },
    faults: ['not_found', 'conflict'],
    handle: async ({ params, caller, transact }, { clock, accountMail }: SecondFactorRouteTools) => {
      const kept: { account?: AccountRecord } = {};
      const reply = await transact(async (tx) => {
        const account = await removeSecondFactorOf(tx, { caller, id: params.id, now: clock.now() });
        kept.account = account;
        return {
          status: 204,
          audit: {
            action: 'account.second_factor_removed',
            target: account.id,
            before: toAccount(account),
            after: toAccount({ ...account, secondFactor: false }),
          },
        };
      });
      if (kept.account !== undefined) (await accountMail())?.send(kept.account, REMOVED);
      return reply;
    },
  }),
];

/** The account of the session that asks. @throws Fault session_ended */
async function accountOf(
  client: Client,
  { store, clock }: Pick<RouteTools, 'store' | 'clock'>,
): Promise<AccountRecord> {
  const { session } = await openSessionOf(store, client.sessionSecret, clock.now());
  return session.account;
}
