import t from 'tap';
import { ALL_SCOPES } from '../../../../contracts/scopes.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer } from '../rest-server.ts';

t.test('any key reads the scopes, and sees which it has', async (t) => {
  const { call, makeKey } = await startRestServer(t);
  const { key } = await makeKey({ scopes: ['alerts:read'] });
  const { status, body } = await call('GET', '/v1/scopes', { key });
  t.equal(status, 200);
  t.equal(body.total, ALL_SCOPES.length);
  const own = body.data.filter(({ extension }: { extension: boolean }) => extension);
  hasFields(
    t,
    own,
    [
      { name: 'alerts:write', granted: false },
      { name: 'organization:manage', granted: false },
    ],
    'ours are marked',
  );
  const granted = body.data.filter((scope: { granted: boolean }) => scope.granted);
  hasFields(t, granted, [{ name: 'alerts:read' }]);
});
