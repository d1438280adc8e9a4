import t from 'tap';
import { parseEnrollmentToken } from '../../../../contracts/enrollment/enrollment.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer } from '../rest-server.ts';

t.test('the text of an enrollment token is in the answer of its making alone', async (t) => {
  const { call } = await startRestServer(t);
  const made = await call('POST', '/v1/enrollment-tokens', {
    body: { name: 'Cart', ou: '/A/B', maxUses: 2 },
  });
  hasFields(t, made, {
    status: 201,
    body: { name: 'Cart', ou: '/A/B', maxUses: 2, uses: 0, expiresAt: null },
  });
  t.ok(parseEnrollmentToken(made.body.token));
  const { token, command, ...rest } = made.body;
  t.equal(command, `schoolgate-agent enroll --token ${token}`);
  const list = await call('GET', '/v1/enrollment-tokens');
  t.strictSame(list.body.data, [rest]);
  t.equal((await call('DELETE', `/v1/enrollment-tokens/${made.body.id}`)).status, 204);
  t.equal((await call('GET', '/v1/enrollment-tokens')).body.total, 0);
});
