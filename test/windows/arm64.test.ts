import { readFileSync } from 'node:fs';
import t from 'tap';
import { buildHost } from '../../installer/windows/host-program.ts';
import { testFolder } from '../support/test-folder.ts';

/** IMAGE_FILE_MACHINE_ARM64. Source: "PE Format" (Microsoft Learn). */
const ARM64 = 0xaa64;

const skip = process.platform === 'linux' && process.arch === 'x64' ? false : 'needs Linux on x64';

t.test('the host for ARM64 is built with a compiler from the npm registry', { skip }, async (t) => {
  const program = readFileSync(
    await buildHost({ arch: 'arm64', recording: false, version: '1.2.3', out: testFolder(t) }),
  );
  t.equal(program.readUInt16LE(program.readUInt32LE(0x3c) + 4), ARM64);
});
