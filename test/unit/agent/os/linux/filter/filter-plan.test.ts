import t from 'tap';
import {
  type LinuxFilterReading,
  type PlannedGoal,
  planFilter,
  plannedFiles,
  tableDigest,
} from '../../../../../../agent/os/linux/filter/filter-plan.ts';
import { filterOwnFiles } from '../../../../../../agent/os/linux/filter/places.ts';
import type { JournaledStep } from '../../../../../../agent/ports/filter-control.ts';
import { hasFields, hasText } from '../../../../../support/has-fields.ts';
import { GOAL, HOSTILE_TEXTS } from '../../filter-fakes.ts';
import { golden } from '../../recorded.ts';

const PLACES = filterOwnFiles('/var/lib/schoolgate-agent');
const LINUX: PlannedGoal = {
  ...GOAL,
  workerUid: 990,
  ports: { dns: 5300, proxy: 8123, relay: 8443 },
  rescued: false,
};
const BARE: LinuxFilterReading = {
  hasNft: true,
  listing: null,
  loaded: null,
  hasResolved: true,
  files: new Map(),
  firefoxOriginal: null,
  ownUid: 0,
};

function told(steps: readonly JournaledStep[]): string {
  return steps
    .map((step) => {
      const head = `## ${step.id}: ${step.what}\n`;
      if ('file' in step)
        return `${head}${step.file} ${step.mode.toString(8)} ${step.undo}\n${step.content ?? '(absent)'}`;
      return `${head}${step.cmd.join(' ')}\n${step.stdin ?? ''}undo: ${JSON.stringify(step.undo)}`;
    })
    .join('\n\n');
}

/** The state after the steps, as the system would be read. */
function after(steps: readonly JournaledStep[], before: LinuxFilterReading): LinuxFilterReading {
  const files = new Map(before.files);
  let { listing, loaded } = before;
  for (const step of steps) {
    if ('file' in step) {
      if (step.content === null) files.delete(step.file);
      else files.set(step.file, { text: step.content, mode: step.mode, uid: 0 });
    } else if (step.id === 'nft-table' && step.stdin !== undefined) {
      listing = 'listed';
      loaded = { table: tableDigest(step.stdin), listing };
    } else if (step.id === 'nft-table-off') listing = null;
  }
  return { ...before, files, listing, loaded };
}

t.test('a bare computer gets firewall, resolver settings and policies', (t) => {
  const steps = planFilter(LINUX, BARE, PLACES);
  t.equal(told(steps), golden('linux-filter.txt', told(steps)));
  t.same(planFilter(LINUX, after(steps, BARE), PLACES), [], 'and then all is as wished');
  t.end();
});

t.test('a captive portal and the rescue have tables of their own', (t) => {
  const wishes: Record<string, PlannedGoal> = {
    portal: { ...LINUX, mode: 'portal', portalAddresses: ['10.20.0.9', 'x'] },
    rescued: { ...LINUX, failMode: 'open', rescued: true },
  };
  const tables = Object.entries(wishes).map(([name, goal]) => {
    const table = planFilter(goal, BARE, PLACES)[0];
    return `#### ${name}\n${table !== undefined && 'stdin' in table ? table.stdin : ''}`;
  });
  t.equal(tables.join('\n'), golden('linux-filter-tables.txt', tables.join('\n')));
  t.end();
});

t.test(
  'without nft the resolver is asked to send us all, and the lack is a step that fails, after all others',
  (t) => {
    const withResolved = planFilter(LINUX, { ...BARE, hasNft: false }, PLACES);
    hasFields(t, withResolved.at(-1), { id: 'nft-table', cmd: ['nft', '--version'] });
    const [resolved] = withResolved.filter((step) => step.id === 'resolved-settings');
    hasFields(t, resolved, { content: /\nDNSOverTLS=no\nDNS=127\.0\.0\.1:5300\nDomains=~\.\n/ });
    const steps = planFilter(LINUX, { ...BARE, hasNft: false, hasResolved: false }, PLACES);
    hasFields(t, steps.at(-1), { id: 'nft-table', cmd: ['nft', '--version'] });
    t.notOk(
      steps.some((step) => 'file' in step && step.file === PLACES.table),
      'and there is no table for the boot',
    );
    t.end();
  },
);

t.test('any change to what is in force is one step, and says what', (t) => {
  const right = after(planFilter(LINUX, BARE, PLACES), BARE);
  const steps = (changed: Partial<LinuxFilterReading>): readonly string[] =>
    planFilter(LINUX, { ...right, ...changed }, PLACES).map(({ id, what }) => `${id}: ${what}`);
  t.same(steps({ listing: null }), ['nft-table: load the firewall table: it is missing']);
  t.same(steps({ listing: 'other' }), ['nft-table: load the firewall table: it was changed']);
  t.same(steps({ loaded: null }), ['nft-table: load the firewall table: what stands there is not known']);
  for (const path of plannedFiles(PLACES)) {
    const file = right.files.get(path);
    if (file === undefined) throw new Error(`${path} was not planned`);
    const without = new Map(right.files);
    without.delete(path);
    t.equal(planFilter(LINUX, { ...right, files: without }, PLACES)[0]?.what.includes('missing'), true, path);
    const changed = new Map(right.files).set(path, { ...file, text: '{}' });
    t.ok(planFilter(LINUX, { ...right, files: changed }, PLACES)[0]?.what.includes('changed'), path);
    if (path.includes('firefox')) continue;
    for (const other of [
      { ...file, mode: 0o666 },
      { ...file, uid: 1501 },
    ])
      t.equal(
        planFilter(
          LINUX,
          { ...right, files: new Map(right.files).set(path, other) },
          PLACES,
        )[0]?.what.includes('changed'),
        true,
      );
  }
  t.end();
});

t.test('another wish is what the steps say, and "off" takes all of it away', (t) => {
  const right = after(planFilter(LINUX, BARE, PLACES), BARE);
  t.same(
    planFilter({ ...LINUX, networkResolvers: ['10.20.0.2'] }, right, PLACES).map(({ id }) => id),
    ['nft-table', 'table-file', 'wish-file'],
  );
  const off = planFilter({ ...LINUX, mode: 'off' }, right, PLACES);
  t.equal(told(off), golden('linux-filter-off.txt', told(off)));
  const left = after(off, right);
  t.equal(left.files.size, 0);
  t.equal(left.listing, null);
  t.same(planFilter({ ...LINUX, mode: 'off' }, left, PLACES), []);
  t.same(planFilter({ ...LINUX, mode: 'off' }, BARE, PLACES), [], 'a bare computer is off');
  t.end();
});

t.test('nothing that a wish holds gets into a rule unless it is an address', (t) => {
  const plain = planFilter({ ...LINUX, dohAddresses: [], networkResolvers: [] }, BARE, PLACES);
  const hostile = planFilter(
    {
      ...LINUX,
      dohAddresses: HOSTILE_TEXTS,
      networkResolvers: HOSTILE_TEXTS,
      portalAddresses: HOSTILE_TEXTS,
    },
    BARE,
    PLACES,
  );
  const table = ([step]: readonly JournaledStep[]) =>
    step !== undefined && 'stdin' in step ? step.stdin : null;
  t.equal(table(hostile), table(plain));
  hasText(t, table(plain), 'chain refuse');
  t.end();
});
