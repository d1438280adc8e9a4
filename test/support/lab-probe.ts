import type { LabPlace, LaptopLab } from './laptop-lab.ts';

/** Something that a user of the laptop tries: sends a few bytes and sees who answers. */
export interface Probe {
  readonly protocol: 'udp' | 'tcp';
  readonly host: string;
  readonly port: number;
  /** For UDP: the port to ask from. */
  readonly from?: number;
}

/** What each came to: the word that the answerer says, or `refused`, `reset`, `silent`, or an error's code. */
export async function probe(
  lab: LaptopLab,
  where: LabPlace,
  probes: readonly Probe[],
): Promise<readonly string[]> {
  const node = ['env', '-i', process.execPath, '-e', PROBE, JSON.stringify(probes)];
  const { stdout, stderr } = await lab.run(where, node);
  if (stdout === '') throw new Error(`the probe said nothing: ${stderr}`);
  return JSON.parse(stdout) as readonly string[];
}

/** For `node -e`: says `word` on each port of UDP and TCP to whoever asks. Prints "ready". Hosts are single addresses: a UDP answer from `::` would bear another. */
export function answerer({
  word,
  hosts,
  udp,
  tcp,
}: {
  readonly word: string;
  readonly hosts: readonly string[];
  readonly udp: readonly number[];
  readonly tcp: readonly number[];
}): string {
  return `
    const word = ${JSON.stringify(word)};
    const listening = [];
    for (const host of ${JSON.stringify(hosts)}) {
      for (const port of ${JSON.stringify(udp)}) {
        const socket = require('node:dgram').createSocket(host.includes(':') ? { type: 'udp6', ipv6Only: true } : 'udp4');
        socket.on('message', (_, from) => socket.send(word, from.port, from.address)).on('error', (error) => console.error(host, port, error.message));
        listening.push(new Promise((resolve) => socket.bind(port, host, resolve)));
      }
      for (const port of ${JSON.stringify(tcp)}) {
        const server = require('node:net').createServer((socket) => { socket.on('error', () => {}).on('data', () => socket.end(word)); });
        server.on('error', (error) => console.error(host, port, error.message));
        listening.push(new Promise((resolve) => server.listen(port, host, resolve)));
      }
    }
    Promise.all(listening).then(() => console.log('ready'));
  `;
}

/** An answer on this machine takes milliseconds; the busiest one needs no longer than this. */
const SILENCE_MS = 6_000;

const PROBE = `
  const one = ({ protocol, host, port, from }) => new Promise((resolve) => {
    const name = (error) => ({ ECONNREFUSED: 'refused', ECONNRESET: 'reset', EPERM: 'refused' })[error.code] ?? error.code;
    const timer = setTimeout(() => resolve('silent'), ${SILENCE_MS});
    const end = (word) => { clearTimeout(timer); resolve(word); };
    if (protocol === 'tcp') {
      const socket = require('node:net').connect({ host, port }, () => socket.write('hello'));
      socket.on('error', (error) => end(name(error))).on('data', (data) => end(String(data)));
      return;
    }
    const socket = require('node:dgram').createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.on('error', (error) => end(name(error))).on('message', (data) => end(String(data)));
    if (from !== undefined) socket.bind(from);
    socket.connect(port, host, (error) => { if (error) return end(name(error)); socket.send('hello', (failure) => { if (failure) end(name(failure)); }); });
  });
  Promise.all(JSON.parse(process.argv[1]).map(one)).then((words) => { process.stdout.write(JSON.stringify(words)); process.exit(); });
`;
