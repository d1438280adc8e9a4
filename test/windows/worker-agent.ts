// The agent of worker.test.ts: a bundle of it runs in the service. It writes down what happens.
import { createHostLink } from '../../agent/os/windows/host/host-link.ts';
import { openSystemHost } from '../../agent/os/windows/host/system-host.ts';
import { createWorkerStarter } from '../../agent/os/windows/worker-starter.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { note } from './note.ts';

const windows = createHostLink({
  open: () => openSystemHost(process.env),
  clock: systemClock,
  log: createLog('info'),
});
const starter = createWorkerStarter({ windows, args: ['--log-level', 'a "b\\ ä'], ports: [] });

/** Has a worker started, which first says who it is, then answers what it is asked. */
async function live(name: string, question: string): Promise<void> {
  const worker = starter.start();
  const lines = worker.stream.setEncoding('utf8')[Symbol.asyncIterator]();
  const hello = await lines.next();
  if (hello.done) throw new Error(`${name} said nothing: ${await worker.ended}`);
  note(`${name} is`, JSON.parse(String(hello.value)));
  worker.stream.write(question);
  if (question === 'answer') {
    note(`${name} says`, (await lines.next()).value);
    // Others are answered while one runs.
    note('power', Object.keys(await windows.call('power', null)).length);
    await windows.call('worker.kill', { id: 4_000_000_000 });
    worker.kill();
  }
  note(`${name} ended`, await worker.ended);
}

async function main(): Promise<void> {
  await live('first', 'answer');
  await live('second', 'leave');
  void live('third', 'answer nothing');
}

main().catch((error: unknown) => note('failed', String(error)));
setInterval(() => windows.call('alive', null).catch(() => process.exit(1)), 5_000);
