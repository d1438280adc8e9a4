import t from 'tap';
import { findHeldSockets } from '../../../../../agent/os/linux/held-sockets.ts';

/** Rows as Linux 6.1 writes them, shortened to a few; inode in the tenth column. */
const TABLES: Readonly<Record<string, string>> = {
  '/proc/net/udp': `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  120: 0100007F:14B4 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 701 2 00000000f2a1c3d4 0
  277: 00000000:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000   108        0 790 2 000000006d2d8c38 0
`,
  '/proc/net/udp6': `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  120: 00000000000000000000000001000000:14B4 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 704 2 0000000098ba76dc 0
`,
  '/proc/net/tcp': `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:14B4 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 702 1 0000000012ab34cd 100 0 0 10 0
   1: 0100007F:1FBB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 703 1 0000000012ab34ce 100 0 0 10 0
   2: 0100007F:1FBB 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000   990        0 791 1 0000000012ab34cf 20 4 30 10 -1
   3: 0200C80A:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 705 1 0000000012ab34d0 100 0 0 10 0
`,
};
const FILES: Readonly<Record<number, string>> = {
  3: 'socket:[702]',
  4: 'socket:[701]',
  5: 'socket:[704]',
  6: 'socket:[703]',
  7: 'socket:[705]',
  8: 'pipe:[790]',
  9: 'socket:[791]',
};

const find = (env: Record<string, string | undefined>) =>
  findHeldSockets({
    env,
    pid: 42,
    files: { readText: (path) => Promise.resolve(TABLES[path] ?? null) },
    fileOf: (fd) => Promise.resolve(FILES[fd] ?? null),
  });

t.test('what each socket is, is read from the kernel, whatever their order', async (t) => {
  t.same(await find({ LISTEN_PID: '42', LISTEN_FDS: '7' }), [
    { fd: 3, protocol: 'tcp', family: 4, port: 5300 },
    { fd: 4, protocol: 'udp', family: 4, port: 5300 },
    { fd: 5, protocol: 'udp', family: 6, port: 5300 },
    { fd: 6, protocol: 'tcp', family: 4, port: 8123 },
  ]);
});

t.test('a socket on another address, a connection and a pipe are left alone', async (t) => {
  const fds = (await find({ LISTEN_PID: '42', LISTEN_FDS: '7' })).map(({ fd }) => fd);
  for (const fd of [7, 8, 9]) t.notOk(fds.includes(fd), String(fd));
});

t.test('only as many as were given', async (t) => {
  t.same(
    (await find({ LISTEN_PID: '42', LISTEN_FDS: '2' })).map(({ fd }) => fd),
    [3, 4],
  );
});

t.test('nothing where there is nothing for this process', async (t) => {
  for (const env of [
    {},
    { LISTEN_FDS: '7' },
    { LISTEN_PID: '41', LISTEN_FDS: '7' },
    { LISTEN_PID: '42' },
    { LISTEN_PID: '42', LISTEN_FDS: '-1' },
    { LISTEN_PID: '42', LISTEN_FDS: '1e9' },
  ])
    t.same(await find(env), [], JSON.stringify(env));
  t.same(
    await find({ LISTEN_PID: '42', LISTEN_FDS: '99' }),
    await find({ LISTEN_PID: '42', LISTEN_FDS: '7' }),
  );
});
