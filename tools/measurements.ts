import { distancesFrom, readImports } from './import-graph.ts';
import { filesBelow } from './repository.ts';

/** A measurement that takes long, or depends on the speed of the machine or on chance. It is never part of the gate. */
export interface Measurement {
  readonly name: string;
  /** The question that it answers. */
  readonly what: string;
  /** Its requirements beyond npm, in words; null = none. */
  readonly needs: string | null;
  /** The arguments for Node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether property tests get a random seed. The seed is printed first; SCHOOLGATE_TEST_SEED with this value repeats the run. */
  readonly newSeed?: true;
  /**
   * Whether it prints its own figures, one a line as JSON: { figure, value, unit, bound, ok }. Such a measurement starts built programs, so
   * the build runs first.
   */
  readonly tellsFigures?: true;
}

const NETNS = 'root, and the packages iproute2, nftables, util-linux, curl, bind9-dnsutils, chromium';

/**
 * Runs tests one file at a time. A test that is skipped because something is missing fails, because otherwise nothing would be measured and
 * the run would succeed.
 */
const ofTests = (
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Pick<Measurement, 'args' | 'env'> => ({
  args: ['tools/test.ts', ...files, '--jobs=1', '--timeout=900', '--comments'],
  env: { ...env, SCHOOLGATE_TEST_SKIPS: 'fail' },
});

/** Test files that use one of the modules, directly or through other files of test/. A list by hand would miss the next file. */
function testsThatUse(module: string): readonly string[] {
  const imports = readImports(filesBelow('test', '.ts'));
  return filesBelow('test', '.test.ts').filter((file) => distancesFrom(file, imports).has(module));
}

export const MEASUREMENTS: readonly Measurement[] = [
  {
    name: 'hostile',
    what: 'what honest laptops wait, and what memory and disk grow, while others attack the server',
    needs: 'root, and a machine that does nothing else',
    args: ['--disable-warning=ExperimentalWarning', 'test/measure/hostile.ts'],
    tellsFigures: true,
  },
  {
    name: 'dashboard',
    what: 'the list of 20,000 laptops in a browser: until it can be read, from a keystroke to the rows, work and memory while all changes',
    needs: 'a machine that does nothing else; for Chromium: libnss3',
    args: ['--disable-warning=ExperimentalWarning', 'test/measure/dashboard.ts'],
    tellsFigures: true,
  },
  {
    name: 'attacks',
    what: 'strangers, hostile laptops and a student against the server and the agent: what must hold whatever they do',
    needs: NETNS,
    ...ofTests(['test/hostile']),
  },
  {
    name: 'laboratories',
    what: 'the long laboratories: programs, browser, drift, café networks, pinned egress',
    needs: NETNS,
    ...ofTests(
      ['apps', 'browser', 'drift', 'network', 'pinned'].map((name) => `test/netns/filtered-${name}.test.ts`),
    ),
  },
  {
    name: 'service',
    what: 'the agent under a real service manager',
    needs: `${NETNS}, systemd, dbus; for a part of it tools/service-programs.sh`,
    ...ofTests(['test/service']),
  },
  {
    name: 'window',
    what: 'the lock window on a screen with two monitors',
    needs:
      'root, and the packages xserver-xorg-core, xserver-xorg-video-dummy, x11-xserver-utils, x11-utils, xterm, openbox, xdotool, imagemagick, gjs, gir1.2-webkit2-4.1',
    ...ofTests(['test/window']),
  },
  {
    name: 'packages',
    what: 'the packages, installed on a computer with Debian, upgraded and removed; each built twice',
    needs:
      'root, and the packages dpkg, rpm, debootstrap, systemd-container, procps, qemu-user-static, libc6-arm64-cross, libstdc++6-arm64-cross, skopeo, umoci',
    ...ofTests(['test/packages']),
  },
  {
    name: 'windows',
    what: 'under Wine: the native host keeps its contract; setup.exe and .msi from installation to removal',
    needs: 'Linux on x64, and the packages gcc-mingw-w64-x86-64-win32, wine64, nsis, wixl, msitools, xvfb',
    ...ofTests(['test/windows']),
  },
  {
    name: 'sdks',
    what: 'the packages of the clients, built twice and installed in a clean place: sizes, time to import, the examples',
    needs: 'tools/sdk-programs.sh',
    ...ofTests(['node', 'python', 'go'].map((name) => `test/measure/sdk-${name}.test.ts`)),
  },
  {
    name: 'schemathesis',
    what: 'answers that the document does not allow, among thousands of made-up requests',
    needs: 'tools/conformance-programs.sh --schemathesis',
    ...ofTests(['test/conformance/schemathesis.test.ts']),
  },
  {
    name: 'mutation',
    what: 'faults put into a sample of the product, and how many no test notices; whether each attack succeeds without its defence',
    needs: 'tools/mutation-programs.sh',
    ...ofTests(['test/mutation']),
  },
  {
    name: 'fuzz',
    what: 'what reads bytes of strangers, with a new seed',
    needs: null,
    args: ['tools/fuzz.ts', '--minutes', '10'],
  },
  {
    name: 'times',
    what: 'promises of the product that are given in time',
    needs: 'a machine that does nothing else',
    ...ofTests(testsThatUse('test/support/stopwatch.ts'), { SCHOOLGATE_TEST_TIMES: 'judged' }),
  },
  {
    name: 'properties',
    what: 'what must hold for every input, with a new seed',
    needs: null,
    ...ofTests(testsThatUse('test/support/property.ts')),
    newSeed: true,
  },
  {
    name: 'benches',
    what: 'whether each bench still ends, whole; its tables are for reading',
    needs: 'a machine that does nothing else; beside what is compared: mosquitto, unbound, dnsmasq',
    args: ['--disable-warning=ExperimentalWarning', 'test/measure/benches.ts'],
    tellsFigures: true,
  },
  {
    name: 'repeats',
    what: 'the ordinary tests with every repetition of kills, storms and fuzzing',
    needs: null,
    args: ['tools/test.ts', '--timeout=1800'],
    env: { SCHOOLGATE_TEST_REPEATS: 'full' },
  },
];
