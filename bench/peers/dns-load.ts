import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { DnsLoad, DnsLoadResult } from '../load/dns-load.ts';
import { percentile } from '../load/statistics.ts';
import { servePeer } from './peer-process.ts';

/** Asks names of a file by UDP, at a number outstanding or at a rate. Ready when the time is over. */
const { port, file, seconds, perSecond, outstanding } = JSON.parse(process.argv[2] ?? '') as DnsLoad;
const names = readFileSync(file, 'latin1')
  .split('\n')
  .filter((line) => line !== '');
const LOST_MS = 2_000;
/** The shortest period of a timer (milliseconds). */
const TICK_MS = 1;

const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 21 });
socket.connect(port, '127.0.0.1');
await once(socket, 'connect');

const sentAt = new Float64Array(65_536);
const latencies: number[] = [];
let asked = 0;
let underWay = 0;
const startedAt = performance.now();
const isOver = (): boolean => performance.now() - startedAt >= seconds * 1_000;

socket.on('error', () => undefined);
socket.on('message', (reply) => {
  const id = reply.readUInt16BE(0);
  const sent = sentAt[id] ?? 0;
  if (sent === 0) return;
  latencies.push((performance.now() - sent) * 1_000);
  sentAt[id] = 0;
  underWay -= 1;
  if (perSecond === null && !isOver()) send();
});

function send(): void {
  const name = (names[asked % names.length] ?? '').split(' ')[0] ?? '';
  const id = asked & 0xffff;
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  const packet = Buffer.concat([Buffer.alloc(12), ...labels, Buffer.of(0, 0, 1, 0, 1)]);
  packet.writeUInt16BE(id, 0);
  packet[2] = 1;
  packet[5] = 1;
  asked += 1;
  underWay += 1;
  sentAt[id] = performance.now();
  socket.send(packet);
}

if (perSecond === null) for (let number = 0; number < outstanding; number++) send();
while (!isOver()) {
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  if (perSecond === null) continue;
  const due = ((performance.now() - startedAt) / 1_000) * perSecond;
  while (asked < due) send();
}
const elapsed = (performance.now() - startedAt) / 1_000;
const answered = latencies.length;
const deadline = performance.now() + LOST_MS;
while (underWay > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));

const result: DnsLoadResult = {
  perSecond: answered / elapsed,
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  lost: underWay,
};
servePeer(result, async () => void socket.close());
