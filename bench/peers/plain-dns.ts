import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { servePeer } from './peer-process.ts';

/** The smallest DNS server: 192.0.2.1 for every question, for five minutes. */
const ANSWER = Buffer.from('c00c000100010000012c0004c0000201', 'hex');
const HEADER_BYTES = 12;

const socket = createSocket('udp4');
socket.on('message', (query, { port, address }) => {
  let at = HEADER_BYTES;
  while ((query[at] ?? 0) !== 0) at += (query[at] ?? 0) + 1;
  const reply = Buffer.concat([query.subarray(0, at + 5), ANSWER]);
  reply.writeUInt16BE(0x8180, 2);
  reply.writeUInt16BE(1, 6);
  reply.writeUInt16BE(0, 10);
  socket.send(reply, port, address);
});
socket.bind(0, '127.0.0.1');
await once(socket, 'listening');

servePeer({ port: socket.address().port, pid: process.pid }, async () => void socket.close());
