import { damaged, type FuzzRandom } from './fuzz-run.ts';

/** Hosts of which one is open and one is blocked. */
export interface FuzzHosts {
  readonly open: string;
  /** Open as well, for http within a tunnel: there any request is the tunnel's own. */
  readonly tunnelled: string;
  readonly shut: string;
}

/** Path that only ever stands inside of bodies: a site that is asked for it was given a smuggled request. */
export const SMUGGLED = '/smuggled';

function hostForm({ open, shut }: FuzzHosts, random: FuzzRandom): string {
  if (random.oneIn(2)) return open;
  return random.pick([
    shut,
    shut.toUpperCase(),
    `${shut}.`,
    `${shut}..`,
    `www.${shut}`,
    `${shut}:80`,
    `${shut}:443`,
    `${open}@${shut}`,
    `${shut}@${open}`,
    `${open}:80@${shut}`,
    `${open}\\@${shut}`,
    `${shut}\\@${open}`,
    `${open}#@${shut}`,
    `${open}?@${shut}`,
    `${open}%00.${shut}`,
    `${shut}%00.${open}`,
    shut.replace('a', '%61'),
    shut.replace('.', '%2e'),
    shut.replace('.', '\u3002'),
    shut.replace('a', '\uff41'),
    `${open}\t${shut}`,
    `${open},${shut}`,
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    'localhost',
    '169.254.169.254',
    '10.0.0.1',
    '',
  ]);
}

function field(hosts: FuzzHosts, random: FuzzRandom): string {
  return random.pick([
    `Host: ${hosts.open}`,
    `Host: ${hosts.shut}`,
    'Content-Length: 0',
    'Content-Length: 5',
    'Content-Length: 5, 5',
    'Content-Length: 5, 6',
    'Content-Length: -1',
    'Content-Length: 0x5',
    'Content-Length : 5',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding\u000b: chunked',
    'Transfer-Encoding: x\r\n chunked',
    'X: y\r\n\tz',
    'Connection: close',
    'Connection: keep-alive, Host',
    'Connection: Content-Length',
    'Connection: Transfer-Encoding',
    'Connection: Upgrade\r\nUpgrade: websocket',
    'Connection: Upgrade\r\nUpgrade: h2c',
    'Expect: 100-continue',
    'Expect: something',
    'Proxy-Connection: keep-alive',
    'Accept: text/html',
    'X\u0000Y: z',
    'X: a\u0000b',
    'X: a\rb',
    `X-Long: ${'x'.repeat(random.below(3_000))}`,
    ': nothing',
    'nothing',
  ]);
}

function body(hosts: FuzzHosts, random: FuzzRandom): string {
  if (random.oneIn(2)) return '';
  const inner = `GET ${SMUGGLED} HTTP/1.1\r\nHost: ${hosts.shut}\r\n\r\n`;
  return random.pick([
    '',
    'hello',
    inner,
    `0\r\n\r\n${inner}`,
    `5\r\nhello\r\n0\r\n\r\n${inner}`,
    `5;x=y\r\nhello\r\n0\r\nHost: ${hosts.shut}\r\n\r\n`,
    `5\nhello\n0\n\n${inner}`,
    `fffffffffffffffff\r\nhello\r\n0\r\n\r\n`,
    `+5\r\nhello\r\n0\r\n\r\n${inner}`,
    `-1\r\n${inner}`,
  ]);
}

function oneRequest(hosts: FuzzHosts, random: FuzzRandom): string {
  const host = hostForm(hosts, random);
  const method = random.pick([
    'GET',
    'GET',
    'POST',
    'HEAD',
    'PUT',
    'OPTIONS',
    'CONNECT',
    'CONNECT',
    'TRACE',
    'get',
    'X',
    'G T',
  ]);
  const target =
    method === 'CONNECT'
      ? random.pick([
          `${host}:443`,
          `${host === hosts.open ? hosts.tunnelled : host}:80`,
          `${host}:443`,
          host,
          `http://${host}/`,
          '/',
          '*',
          `${host}:0443`,
          `${host}:8123`,
        ])
      : random.pick([
          `http://${host}/`,
          `HTTP://${host}/a?b`,
          `http:\\\\${host}/`,
          `http:/${host}/`,
          `http:${host}`,
          `//${host}/`,
          `https://${host}/`,
          `ftp://${host}/`,
          '/status',
          '/ask',
          '*',
          `http://${host}`,
          `http://${host}/\u0000`,
          `http://${host}/ http://${hosts.shut}/`,
        ]);
  const version = random.oneIn(10)
    ? random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1x', ''])
    : 'HTTP/1.1';
  const fields = Array.from({ length: random.below(4) }, () => field(hosts, random));
  const named = random.oneIn(4) ? fields : [`Host: ${random.oneIn(3) ? hosts.shut : hosts.open}`, ...fields];
  const end = random.oneIn(12) ? '\n' : '\r\n';
  return `${method} ${target} ${version}${end}${named.map((line) => line + end).join('')}${end}${body(hosts, random)}`;
}

/** Some requests to a proxy after one another, each one more or less wrong. */
export function mutatedRequests(hosts: FuzzHosts, random: FuzzRandom): Buffer {
  const texts = Array.from({ length: random.oneIn(3) ? random.below(3) + 2 : 1 }, () =>
    oneRequest(hosts, random),
  );
  const bytes = Buffer.from(texts.join(''), random.oneIn(2) ? 'latin1' : 'utf8');
  return random.oneIn(3) ? damaged(bytes, random) : bytes;
}
