import { toEnrollmentToken } from '../../../store/views/enrollment-token.ts';
import { defineRoute, type RouteTools } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { reachOf } from '../../input/reach.ts';
import { createToken } from './enrollment-tokens.ts';

export interface TokenTools extends RouteTools {
  readonly enrollment: {
    /** The whole token text around a secret: with the fingerprint of the certificate authority. */
    formatToken(secret: string): string;
  };
}

export const createEnrollmentToken = defineRoute({
  method: 'POST',
  path: '/v1/enrollment-tokens',
  operationId: 'createEnrollmentToken',
  summary: 'Make an enrollment token; its text is shown this once',
  tag: 'Enrollment',
  scope: 'devices:write',
  extension: true,
  body: ref('EnrollmentTokenInput'),
  responses: { 201: ref('CreatedEnrollmentToken') },
  faults: ['ou_not_permitted', 'unprocessable'],
  secretAnswer: true,
  handle: ({ body, caller, transact }, tools: TokenTools) =>
    transact(async (tx) => {
      const { token, secret } = await createToken(tx, tools, { reach: reachOf(caller), input: body });
      return {
        status: 201,
        body: { ...toEnrollmentToken(token), token: tools.enrollment.formatToken(secret) },
        audit: { action: 'enrollment_token.created', target: token.id, after: toEnrollmentToken(token) },
        headers: { location: `/v1/enrollment-tokens/${token.id}` },
      };
    }),
});
