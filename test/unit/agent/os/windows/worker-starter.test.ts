import t from 'tap';
import { createWorkerStarter } from '../../../../../agent/os/windows/worker-starter.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';
import { line } from '../../../../support/line.ts';

const PORTS = [{ protocol: 'udp', family: 4, port: 53 }] as const;

function setUp() {
  const windows = createFakeWindows();
  const opened: string[] = [];
  const [outside, inside] = line();
  const starter = createWorkerStarter({
    windows: windows.host,
    args: ['--log-level', 'info'],
    ports: PORTS,
    open(pipe) {
      opened.push(pipe);
      return outside;
    },
  });
  return { windows, opened, inside, starter };
}

t.test(
  'a worker is met at the pipe that the host made for it, and all that was said before waits',
  async (t) => {
    const { windows, opened, inside, starter } = setUp();
    const worker = starter.start();
    worker.stream.write('early');
    const heard = await new Promise((resolve) =>
      inside.once('data', (bytes: Buffer) => resolve(String(bytes))),
    );
    t.equal(heard, 'early');
    t.same(opened, ['\\\\.\\pipe\\fake-1']);
    t.same(windows.changes, [
      { name: 'worker.start', input: { arguments: ['worker', '--log-level', 'info'], ports: PORTS } },
    ]);
    const answered = new Promise((resolve) =>
      worker.stream.once('data', (bytes: Buffer) => resolve(String(bytes))),
    );
    inside.write('answer');
    t.equal(await answered, 'answer');
    await windows.endWorker({ id: 1, state: 'ended', code: 3 });
    t.equal(await worker.ended, 'exit code 3');
  },
);

t.test('a worker that Windows does not start has ended, with the reason', async (t) => {
  const { windows, starter } = setUp();
  const failing = starter.start();
  failing.stream.resume();
  await windows.host.call('alive', null);
  await windows.endWorker({ id: 1, state: 'failed', code: 1053 });
  t.equal(await failing.ended, 'not started: Windows error 1053');
  windows.refuses.set('worker.start', 'Windows error 1060');
  const refused = starter.start();
  refused.stream.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => refused.stream.once('close', () => resolve()));
  t.equal(await refused.ended, 'Windows error 1060');
  await closed;
});

t.test('a worker is ended by its id', async (t) => {
  const { windows, starter } = setUp();
  const worker = starter.start();
  worker.kill();
  await windows.host.call('alive', null);
  await windows.host.call('alive', null);
  t.same(windows.changes.at(-1), { name: 'worker.kill', input: { id: 1 } });
});
