import { csrfTokenOf, openSession } from '../../../api/http/authentication/sessions.ts';
import type { Role } from '../../../contracts/roles.ts';
import { type Clock, systemClock } from '../../../kit/clock.ts';
import { systemRandom } from '../../../kit/random.ts';
import type { AccountRecord, NewAccount } from '../../../store/ports/accounts.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import type { Answer, RestServer } from './rest-server.ts';

/** A person who is signed in to the dashboard. */
export interface Person {
  readonly account: AccountRecord;
  /** The session's secret, as the cookie holds it. */
  readonly secret: string;
  /** Cookie and token, as a page of ours sends them. */
  readonly headers: Readonly<Record<string, string>>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

let made = 0;

/** Makes an account of a role, in a unit when one is named, and signs it in. */
export async function signedIn(
  server: RestServer,
  role: Role,
  {
    ou,
    clock = systemClock,
    ...changes
  }: { readonly ou?: string; readonly clock?: Clock } & Partial<NewAccount> = {},
): Promise<Person> {
  made += 1;
  const { store, ids, port } = server;
  const { account, secret } = await store.transaction(async (tx) => {
    const unit = ou === undefined ? null : await tx.ous.ensurePath(DEFAULT_ORGANISATION_ID, ou, clock.now());
    const account = await tx.accounts.create({
      id: ids.next('acc'),
      organisationId: DEFAULT_ORGANISATION_ID,
      email: `${role}-${made}@school.example`,
      name: `${role} ${made}`,
      role,
      ouId: unit?.id ?? null,
      passwordHash: null,
      oidc: null,
      provisioned: false,
      createdAt: clock.now(),
      ...changes,
    });
    const opened = await openSession(
      tx,
      { clock, random: systemRandom, ids },
      {
        account,
        method: 'password',
        from: { address: '127.0.0.1', userAgent: null },
      },
    );
    return { account, secret: opened.secret };
  });
  const headers = headersOf(port, secret);
  return {
    account,
    secret,
    headers,
    call: (method, path, body, more = {}) =>
      server.call(method, path, { key: null, body, headers: { ...headers, ...more } }),
  };
}

/** What a page of ours sends with a session's secret. */
export function headersOf(port: number, secret: string): Readonly<Record<string, string>> {
  return {
    cookie: `schoolgate-${port}=${secret}`,
    'x-csrf-token': csrfTokenOf(secret),
    'sec-fetch-site': 'same-origin',
  };
}

/** The session's secret in the answer of a sign-in. */
export function secretOf(answer: Answer): string {
  return /schoolgate-\d+=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
}
