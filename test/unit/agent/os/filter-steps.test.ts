import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createFilterFiles } from '../../../../agent/os/filter-files.ts';
import { applySteps, undoJournal } from '../../../../agent/os/filter-steps.ts';
import type { FilterStep, HostCall } from '../../../../agent/ports/filter-control.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { memoryJournal } from './filter-fakes.ts';
import { MISSING, recordedRunner } from './recorded.ts';

const step = (id: string, undo: readonly string[] = ['undo', id]): FilterStep => ({
  id,
  what: `do ${id}`,
  cmd: ['do', id],
  undo: [undo],
});
const write = (file: string, content: string | null, undo: 'delete' | 'restore'): FilterStep => ({
  id: file,
  what: `write ${file}`,
  file,
  content,
  mode: 0o644,
  undo,
});

t.test('what undoes a step is in the journal before the step is done', async (t) => {
  const journal = memoryJournal();
  const run = recordedRunner({ do: '' });
  const seen: string[][] = [];
  const watched: typeof run = {
    ...run,
    run: (cmd, options) => {
      seen.push([...journal.keys()]);
      return run.run(cmd, options);
    },
  };
  const files = createFilterFiles({ root: testFolder(t) });
  hasFields(t, await applySteps([step('a'), step('b')], { run: watched, files, journal }), { done: true });
  t.same(seen, [['a'], ['a', 'b']]);
});

t.test('a step that fails stops those after it, and says why', async (t) => {
  const files = createFilterFiles({ root: testFolder(t) });
  const journal = memoryJournal();
  const run = recordedRunner({ 'do a': '', 'do b': { code: 1, stderr: 'not permitted\nmore' } });
  hasFields(t, await applySteps([step('a'), step('b'), step('c')], { run, files, journal }), {
    done: false,
    detail: 'do b: not permitted',
  });
  t.same(journal.keys(), ['a', 'b']);
});

t.test('nothing is done when the journal cannot be written', async (t) => {
  const files = createFilterFiles({ root: testFolder(t, { file: 'theirs' }) });
  const run = recordedRunner({ do: '' });
  const journal = { ...memoryJournal(), record: () => Promise.reject(new Error('the disk is full')) };
  for (const one of [step('a'), write('/file', 'ours', 'restore')])
    hasFields(t, await applySteps([one], { run, files, journal }), {
      done: false,
      detail: /the disk is full/,
    });
  t.same(run.ran, []);
  t.equal(Buffer.from((await files.read('/file'))?.bytes ?? []).toString(), 'theirs');
});

t.test('undoing brings files, folders and settings back, and a second time finds nothing', async (t) => {
  const root = testFolder(t, { etc: { shared: 'theirs' } });
  const files = createFilterFiles({ root });
  const journal = memoryJournal();
  const run = recordedRunner({ do: '', undo: '' });
  const dependencies = { run, files, journal };
  const steps = [
    step('a'),
    write('/etc/shared', 'ours', 'restore'),
    write('/etc/new/deep/own', 'ours', 'delete'),
    write('/etc/shared', 'ours again', 'restore'),
    step('b'),
  ];
  hasFields(t, await applySteps(steps, dependencies), { done: true });
  t.equal(readFileSync(join(root, 'etc/shared'), 'utf8'), 'ours again');
  const undone = await undoJournal(dependencies);
  t.same(undone.problems, []);
  t.same(
    run.ran.filter(({ cmd }) => cmd.startsWith('undo')).map(({ cmd }) => cmd),
    ['undo b', 'undo a'],
    'backwards',
  );
  t.equal(readFileSync(join(root, 'etc/shared'), 'utf8'), 'theirs');
  t.notOk(existsSync(join(root, 'etc/new')));
  t.same(await undoJournal(dependencies), { did: [], problems: [] });
});

t.test('a folder into which others have put something since stays', async (t) => {
  const root = testFolder(t, { etc: {} });
  const dependencies = {
    run: recordedRunner({}),
    files: createFilterFiles({ root }),
    journal: memoryJournal(),
  };
  await applySteps([write('/etc/new/own', 'ours', 'delete')], dependencies);
  writeFileSync(join(root, 'etc/new/theirs'), 'theirs');
  t.same((await undoJournal(dependencies)).problems, []);
  t.equal(readFileSync(join(root, 'etc/new/theirs'), 'utf8'), 'theirs');
});

t.test('one that cannot be undone stays in the journal and does not stop the others', async (t) => {
  const journal = memoryJournal();
  const run = recordedRunner({
    do: '',
    'undo a': '',
    'undo b': { code: 1, stderr: 'busy' },
    'undo c': MISSING,
  });
  const dependencies = { run, files: createFilterFiles({ root: testFolder(t) }), journal };
  await applySteps([step('a'), step('b'), step('c')], dependencies);
  t.same((await undoJournal(dependencies)).problems, ['busy']);
  t.same(journal.keys(), ['b']);
});

t.test('a file that is to be absent is kept in the journal', async (t) => {
  const root = testFolder(t, { etc: { theirs: 'theirs' } });
  const dependencies = {
    run: recordedRunner({}),
    files: createFilterFiles({ root }),
    journal: memoryJournal(),
  };
  await applySteps([write('/etc/theirs', null, 'restore')], dependencies);
  t.notOk(existsSync(join(root, 'etc/theirs')));
  await undoJournal(dependencies);
  t.equal(readFileSync(join(root, 'etc/theirs'), 'utf8'), 'theirs');
});

t.test(
  'calls of the native host are made in their order, and nothing of them goes to the journal',
  async (t) => {
    const made: HostCall[] = [];
    const journal = memoryJournal();
    const dependencies = {
      run: recordedRunner({}),
      files: createFilterFiles({ root: testFolder(t) }),
      journal,
      act: (call: HostCall) => {
        made.push(call);
        return call.name === 'b' ? Promise.reject(new Error('Windows error 5')) : Promise.resolve();
      },
    };
    const call = (name: string): HostCall => ({ name, input: null });
    const steps: readonly FilterStep[] = [
      { id: 'x', what: 'do x', host: [call('a'), call('b'), call('c')] },
      { id: 'y', what: 'do y', host: [call('d')] },
    ];
    hasFields(t, await applySteps(steps, dependencies), { done: false, detail: 'do x: Windows error 5' });
    t.same(
      made.map(({ name }) => name),
      ['a', 'b'],
    );
    t.same(journal.keys(), []);
  },
);

t.test('a step of a native host fails where there is none', async (t) => {
  const files = createFilterFiles({ root: testFolder(t) });
  const steps = [{ id: 'x', what: 'do x', host: [{ name: 'a', input: null }] }];
  hasFields(t, await applySteps(steps, { run: recordedRunner({}), files, journal: memoryJournal() }), {
    done: false,
    detail: 'do x: this platform has no native host',
  });
});
