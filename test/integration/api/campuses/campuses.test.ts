import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer } from '../rest-server.ts';

t.test('a campus is made, read, changed and deleted; devices are told each time', async (t) => {
  const { call, store } = await startRestServer(t);
  const told: string[] = [];
  store.bus.subscribe(({ kind }) => void told.push(kind));
  const body = { name: 'High', cidrs: ['10.20.1.1/16'], gatewayMacs: ['AA-BB-CC-00-11-22'] };
  const made = await call('POST', '/v1/campuses', { body });
  hasFields(t, made, {
    status: 201,
    body: { name: 'High', cidrs: ['10.20.0.0/16'], gatewayMacs: ['aa:bb:cc:00:11:22'], geofence: null },
  });
  const path = `/v1/campuses/${made.body.id}`;
  t.equal(made.headers.get('location'), path);
  const etag = made.headers.get('etag') ?? '';
  t.strictSame((await call('GET', path)).body, made.body);

  hasFields(t, await call('POST', '/v1/campuses', { body: { name: 'high' } }), {
    status: 409,
    body: { code: 'already_exists', existingId: made.body.id },
  });
  const changed = await call('PATCH', path, { body: { ssids: ['School'] }, headers: { 'if-match': etag } });
  hasFields(t, changed, { status: 200, body: { ssids: ['School'], cidrs: ['10.20.0.0/16'] } });
  const stale = await call('PATCH', path, { body: { ssids: [] }, headers: { 'if-match': etag } });
  hasFields(t, stale, { status: 412, body: { code: 'precondition_failed' } });
  hasFields(t, await call('PATCH', path, { body: { cidrs: ['10.0.0.0/8', 'x/8'] } }), {
    status: 400,
    body: { code: 'validation_failed', errors: [{ in: 'body', pointer: '#/cidrs/1' }] },
  });
  hasFields(t, (await call('GET', '/v1/campuses')).body, { total: 1, data: [changed.body] });
  t.equal((await call('DELETE', path, { headers: { 'if-match': etag } })).status, 412);
  t.equal((await call('DELETE', path)).status, 204);
  t.equal((await call('DELETE', path)).status, 404);
  t.equal(told.filter((kind) => kind === 'all_devices').length, 3);
});
