import { createSocket } from 'node:dgram';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import packet from 'dns-packet';

/**
 * An "internet" of the filter's laboratory, to be run in a network namespace: resolvers that know every name, sites for all of them, a DoH, DoT and DoQ
 * server, and programs on the ports of VPNs. Prints `ready`, then one JSON line for each thing that reached it: what the filter stops must not be there.
 *
 *     node pretend-internet.ts --sites 45.33.7.1,… --resolvers 45.33.7.1,… --foreign 45.33.8.8,… --portals 10.210.0.1,… --cert FILE --key FILE
 */
const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '' },
    resolvers: { type: 'string', default: '' },
    foreign: { type: 'string', default: '' },
    portals: { type: 'string', default: '' },
    cert: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
  },
});
const listOf = (text: string): readonly string[] => text.split(',').filter((item) => item !== '');
const sites = listOf(values.sites);
const foreign = listOf(values.foreign);
const portals = listOf(values.portals);
const tls = { cert: values.cert, key: values.key };
const TTL = 60;
/** RFC 1035, section 4.1.1: the response code, which dns-packet takes as the lowest bits of the flags. */
const SERVFAIL = 2;

/** Names that a resolver's own answers hide behind others. */
const ALIASES: Readonly<Record<string, string>> = { 'cloaked.example': 'play.example' };
const REBINDING = 'rebind.example';
/** A name that the resolvers of a network fail to answer, and a café's does not. */
const ILL = 'ill.example';
/** A name that a portal's resolver answers falsely, for a day. The address is a public one, which no filter throws out. */
const FORGED = { name: 'bank.example', address: '45.33.7.66', ttl: 86_400 };
/** The name of a captive portal's own page; only its own resolver knows it. */
const PORTAL = 'portal.example';
/** A page that asks for the address in its query, as a hostile site asks for what runs on the visitor's computer; its text says what came of it. */
const REACHING_PAGE = `<p id="end">waiting</p><script>
  const end = (text) => { document.getElementById('end').textContent = text; };
  fetch(new URLSearchParams(location.search).get('to'), { mode: 'no-cors' })
    .then(() => end('it was reached'), () => end('it was refused'));
</script>`;

function tell(what: string, facts: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ what, ...facts })}\n`);
}

function answersOf(name: string, type: string): packet.Answer[] {
  const alias = ALIASES[name];
  if (alias !== undefined) return [{ name, type: 'CNAME', ttl: TTL, data: alias }, ...answersOf(alias, type)];
  if (name === REBINDING && type === 'A') return [{ name, type: 'A', ttl: TTL, data: '127.0.0.1' }];
  if (name === PORTAL)
    return type === 'A' ? portals.map((data) => ({ name, type: 'A', ttl: TTL, data })) : [];
  const v6 = type === 'AAAA';
  if (!v6 && type !== 'A') return [];
  return sites
    .filter((address) => address.includes(':') === v6)
    .map((data): packet.Answer => ({ name, type: v6 ? 'AAAA' : 'A', ttl: TTL, data }));
}

function answersIn(where: string, name: string, type: string): packet.Answer[] {
  if (where !== 'portal' || name !== FORGED.name) return answersOf(name, type);
  return type === 'A' ? [{ name, type, ttl: FORGED.ttl, data: FORGED.address }] : [];
}

function answerTo(query: packet.Packet, where: string): packet.Packet {
  const question = query.questions?.[0];
  const name = question?.name.toLowerCase() ?? '';
  const isIll = where === 'network' && name.endsWith(ILL);
  return {
    type: 'response',
    id: query.id ?? 0,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (isIll ? SERVFAIL : 0),
    questions: query.questions ?? [],
    answers: question === undefined || isIll ? [] : answersIn(where, name, question.type),
  };
}

async function serveDns(address: string, where: string): Promise<void> {
  const udp = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  udp.on('message', (message, from) => {
    const query = packet.decode(message);
    tell('dns', { where, at: address, by: 'udp', name: query.questions?.[0]?.name, from: from.address });
    udp.send(packet.encode(answerTo(query, where)), from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(53, address, resolve));
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      const query = packet.streamDecode(data);
      tell('dns', { where, at: address, by: 'tcp', name: query.questions?.[0]?.name });
      socket.write(packet.streamEncode(answerTo(query, where)));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(53, address, resolve));
}

/** Any site: says where one is, sends for ever, or is the place where systems look for captive portals. */
function site(secure: boolean): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { host } = request.headers;
    tell(secure ? 'https' : 'http', { host, path: request.url, from: request.socket.remoteAddress });
    if (request.url === '/generate_204') return void response.writeHead(204).end();
    if (request.url !== '/endless') {
      response.setHeader('content-type', 'text/html');
      if (request.url?.startsWith('/reach?') === true) return void response.end(REACHING_PAGE);
      return void response.end(`<title>${host}</title><p>the site ${host} ${request.url}</p>`);
    }
    const timer = setInterval(() => response.write('x'.repeat(16_384)), 20);
    response.on('close', () => clearInterval(timer));
  };
}

/** Sends whoever asks for anything else to its own page. */
function portalSite(request: IncomingMessage, response: ServerResponse): void {
  const { host } = request.headers;
  tell('portal', { host, path: request.url, from: request.socket.remoteAddress });
  if (host !== PORTAL)
    return void response.writeHead(302, { location: `http://${PORTAL}/login?for=${host}` }).end();
  response.setHeader('content-type', 'text/html');
  response.end('<title>Sign in</title><p>the page of the portal');
}

function serveDoh(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = new URL(request.url ?? '/', 'https://doh').searchParams.get('dns');
    const query = packet.decode(sent === null ? Buffer.concat(chunks) : Buffer.from(sent, 'base64url'));
    tell('doh', { name: query.questions?.[0]?.name });
    response.setHeader('content-type', 'application/dns-message');
    response.end(packet.encode(answerTo(query, 'foreign')));
  });
}

/** Takes a connection or a datagram on a port that only a way round the filter uses. */
async function serveTunnel(address: string, port: number): Promise<void> {
  const udp = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  udp.on('message', (message, from) => {
    tell('tunnel', { by: 'udp', port });
    udp.send(message, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, address, resolve));
  const tcp = createTcpServer((socket: Socket) => {
    tell('tunnel', { by: 'tcp', port });
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => tcp.listen(port, address, resolve));
}

const UDP_TUNNELS = [853, 443, 500, 1194, 4500, 51_820];
const listening = (server: { listen(port: number, address: string, done: () => void): unknown }) => ({
  on: (port: number, address: string) =>
    new Promise<void>((resolve) => void server.listen(port, address, resolve)),
});

for (const address of listOf(values.resolvers)) await serveDns(address, 'network');
for (const address of portals) {
  await serveDns(address, 'portal');
  await listening(createHttpServer(portalSite)).on(80, address);
}
for (const address of foreign) {
  await serveDns(address, 'foreign');
  await listening(createHttpsServer(tls, serveDoh)).on(443, address);
  for (const port of UDP_TUNNELS.filter((one) => one !== 443)) await serveTunnel(address, port);
}
for (const address of sites) {
  await listening(createHttpServer(site(false))).on(80, address);
  await listening(createHttpsServer(tls, site(true))).on(443, address);
  // QUIC, as far as a firewall can tell.
  const quic = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  quic.on('message', (message, from) => {
    tell('tunnel', { by: 'udp', port: 443 });
    quic.send(message, from.port, from.address);
  });
  await new Promise<void>((resolve) => quic.bind(443, address, resolve));
}
process.stdout.write('ready\n');
