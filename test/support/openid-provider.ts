import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Test } from 'tap';

/** What the provider says of a person, beside the subject. */
export type PersonClaims = Readonly<Record<string, unknown>>;

/** A real OpenID provider (oidc-provider) on the loopback, with people whose password is anything. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Lets a client in. To be called once, when its redirect address is known. */
  register(client: { readonly id: string; readonly secret: string; readonly redirectUri: string }): void;
  /** People by the name that they sign in with. */
  readonly people: Map<string, PersonClaims>;
}

export async function startOpenIdProvider(t: Test): Promise<OpenIdProvider> {
  const people = new Map<string, PersonClaims>();
  let listener: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    people,
    register({ id, secret, redirectUri }) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
        claims: {
          openid: ['sub', 'groups', 'hd'],
          email: ['email', 'email_verified', 'preferred_username'],
          profile: ['name'],
        },
        // Google and Entra ID put the address into the ID token.
        conformIdTokenClaims: false,
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ sub, ...people.get(sub) }),
        }),
      });
      listener = provider.callback() as unknown as RequestListener;
    },
  };
}

/** A browser's part: keeps cookies by origin, follows redirects, fills the provider's forms in. */
export function createJar() {
  const cookies = new Map<string, Map<string, string>>();

  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(url);
    const own = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, own);
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...(init.headers as Record<string, string> | undefined),
      ...(cookie === '' ? {} : { cookie }),
    };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) own.delete(pair.slice(0, at));
      else own.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  return {
    cookies,
    send,
    /** Goes where the redirects lead, up to an address that `stop` takes or an answer that is none. */
    async follow(
      url: string,
      stop: (url: string) => boolean = () => false,
    ): Promise<{ url: string; response: Response | null }> {
      let at = url;
      for (let hop = 0; hop < 20; hop++) {
        if (stop(at)) return { url: at, response: null };
        const response = await send(at);
        const next = response.headers.get('location');
        if (next === null) return { url: at, response };
        await response.arrayBuffer();
        at = new URL(next, at).href;
      }
      throw new Error(`too many redirects at ${at}`);
    },
  };
}

export type Jar = ReturnType<typeof createJar>;

/** Signs a person in at the provider and consents; gives the address that the provider sends the browser back to. */
export async function signInAtProvider(
  jar: Jar,
  start: string,
  login: string,
  callback: string,
): Promise<string> {
  const isBack = (url: string): boolean => url.startsWith(callback);
  let { url, response } = await jar.follow(start, isBack);
  for (let form = 0; form < 3 && response !== null; form++) {
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined)
      throw new Error(`no form at ${url}: ${page.slice(0, 500)}`);
    const answer = await jar.send(new URL(action, url).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ prompt, login, password: 'x' }).toString(),
    });
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider answered ${answer.status}`);
    ({ url, response } = await jar.follow(new URL(next, url).href, isBack));
  }
  if (response !== null) throw new Error(`the provider did not send the browser back: ${url}`);
  return url;
}
