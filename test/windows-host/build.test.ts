import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { buildHost } from '../../installer/windows/host-program.ts';
import { testFolder } from '../support/test-folder.ts';

const VERSION = '1.2.3-test';
const skip =
  spawnSync('x86_64-w64-mingw32-gcc', ['--version']).status === 0 ? false : 'needs gcc-mingw-w64-x86-64';

/** A 64-bit program of Windows, for the console. Source: "PE Format" (Microsoft Learn). */
function headerOf(program: Buffer) {
  const at = program.readUInt32LE(0x3c);
  return {
    signature: program.toString('latin1', at, at + 4),
    machine: program.readUInt16LE(at + 4),
    stamp: program.readUInt32LE(at + 8),
    subsystem: program.readUInt16LE(at + 24 + 68),
    characteristics: program.readUInt16LE(at + 24 + 70),
  };
}

/** Its own name, and DYNAMIC_BASE, NX_COMPAT, HIGH_ENTROPY_VA. */
const HARDENED = 0x0040 | 0x0100 | 0x0020;

t.test('the native host is built without a warning', { skip }, async (t) => {
  const folder = testFolder(t);
  const build = async (name: string, recording: boolean): Promise<Buffer> => {
    const out = join(folder, name);
    mkdirSync(out);
    return readFileSync(await buildHost({ arch: 'x64', recording, version: VERSION, out }));
  };
  const release = await build('release', false);

  t.test('as a hardened program of Windows that records nothing', async (t) => {
    const { characteristics, ...header } = headerOf(release);
    t.same(header, { signature: 'PE\0\0', machine: 0x8664, stamp: 0, subsystem: 3 });
    t.equal(characteristics & HARDENED, HARDENED);
    t.ok(release.includes(VERSION));
    const wide = Buffer.from('wfp-calls', 'utf16le');
    t.notOk(release.includes(wide) || release.includes('wfp-calls'));
    t.ok(release.length < 300_000, `${release.length} bytes`);
  });

  t.test('and again the same, byte by byte', async (t) => {
    t.ok(release.equals(await build('again', false)));
  });

  t.test('and for tests with a record of what it asks of the filtering platform', async (t) => {
    t.ok((await build('recording', true)).includes(Buffer.from('wfp-calls', 'utf16le')));
  });

  t.test('from libraries that every Windows has', async (t) => {
    const listed = execFileSync(
      'x86_64-w64-mingw32-objdump',
      ['-p', join(folder, 'release/schoolgate-host.exe')],
      {
        encoding: 'utf8',
      },
    );
    const names = [...listed.matchAll(/DLL Name: (\S+)/g)].map(([, name]) => name?.toLowerCase()).sort();
    t.same(names, [
      'advapi32.dll',
      'iphlpapi.dll',
      'kernel32.dll',
      'msvcrt.dll',
      'secur32.dll',
      'userenv.dll',
      'ws2_32.dll',
      'wtsapi32.dll',
    ]);
  });
});
