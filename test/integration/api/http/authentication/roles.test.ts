import t from 'tap';
import { openApiDocument } from '../../../../../api/document.ts';
import { ROLE_SCOPES, ROLES, type Role } from '../../../../../contracts/roles.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { type Person, signedIn } from '../../people.ts';
import { startRestServer, strangeId } from '../../rest-server.ts';

/** What the published document says of who may call what, put to the running server for every role. */
interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[] | null;
  readonly alsoRoles: readonly string[];
  readonly withBody: boolean;
}

interface Declared {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: unknown;
  readonly 'x-roles'?: readonly string[];
  readonly 'x-also-roles'?: readonly string[];
}

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>>>>;
};
const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method, { security }]) => /^(get|post|patch|delete)$/.test(method) && security?.length !== 0)
    .map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      scopes: (operation.security ?? []).flatMap((one) => Object.values(one).flat()),
      roles: operation['x-roles'] ?? null,
      alsoRoles: operation['x-also-roles'] ?? [],
      withBody: operation.requestBody !== undefined,
    })),
);

const addressOf = (path: string): string => path.replaceAll(/\{\w+\}/g, strangeId('dev'));

function may(role: Role, { scopes, roles, alsoRoles }: Operation): boolean {
  if (roles !== null) return roles.includes(role);
  return scopes.every((scope) => ROLE_SCOPES[role].some((own) => own === scope)) || alsoRoles.includes(role);
}

for (const role of ROLES)
  t.test(`${role}: exactly the operations that the document gives the role are open`, async (t) => {
    const server = await startRestServer(t);
    let person: Person = await signedIn(server, role);
    let [open, closed] = [0, 0];
    for (const operation of operations) {
      const { method, path, operationId, withBody } = operation;
      const answer = await person.call(method, `${addressOf(path)}?nonsense=1`, withBody ? {} : undefined);
      t.not(answer.status, 401, operationId);
      t.equal(answer.body.code === 'insufficient_scope', !may(role, operation), operationId);
      if (may(role, operation)) open += 1;
      else closed += 1;
      if (operationId === 'signOut') person = await signedIn(server, role);
    }
    t.ok(open > 0, 'some are open');
    t.equal(closed === 0, role === 'owner', 'and only an owner may call all');
  });

t.test('no API key, whatever its scopes, opens what is for people', async (t) => {
  const server = await startRestServer(t);
  const forPeople = operations.filter(({ roles }) => roles !== null);
  t.ok(forPeople.length >= 15);
  for (const { method, path, withBody, operationId } of forPeople) {
    const answer = await server.call(method, addressOf(path), withBody ? { body: {} } : {});
    hasFields(t, answer, { status: 403, body: { code: 'insufficient_scope' } }, operationId);
    const stranger = await server.call(method, addressOf(path), {
      key: null,
      ...(withBody ? { body: {} } : {}),
    });
    t.equal(stranger.status, 401, operationId);
  }
});

t.test(
  'a person’s call that changes something is refused without the session’s token, on every operation',
  async (t) => {
    const server = await startRestServer(t);
    const owner = await signedIn(server, 'owner');
    const changing = operations.filter(({ method }) => method !== 'GET');
    t.ok(changing.length > 20);
    for (const { method, path, withBody, operationId } of changing) {
      const answer = await owner.call(method, addressOf(path), withBody ? {} : undefined, {
        'x-csrf-token': '',
      });
      hasFields(t, answer, { status: 403, body: { code: 'csrf_refused' } }, operationId);
    }
  },
);
