import { existsSync } from 'node:fs';
import t, { type Test } from 'tap';
import { createRun } from '../../../../tools/mutants/tap-stand-in.ts';

/** Runs a file that names these tests. @returns why it failed, or null */
async function run(name: (tap: Test) => void): Promise<string | null> {
  const { tap, finish } = createRun();
  name(tap as Test);
  return await finish();
}

t.test(
  'a test that asserts what is so passes, one after another, and its cleanup runs last given first',
  async (t) => {
    const done: string[] = [];
    const why = await run((tap) => {
      void tap.test('one', async (own) => {
        own.teardown(() => done.push('first given'));
        own.teardown(() => done.push('last given'));
        own.same({ a: [1] }, { a: [1] });
        await own.rejects(Promise.reject(new TypeError('no such thing')), TypeError, 'is one');
        own.throws(() => {
          throw new Error('no such thing');
        }, /such/);
        await own.test('inner', async () => void done.push('inner'));
      });
      void tap.test('two', (own) => {
        done.push('two');
        own.end();
      });
      void tap.test('elsewhere', { skip: 'not here' }, async (own) => own.fail('it runs'));
    });
    t.equal(why, null);
    t.strictSame(done, ['inner', 'last given', 'first given', 'two']);
  },
);

t.test('the first failure ends the run, wherever it is', async (t) => {
  let later = false;
  const cases: readonly ((own: Test) => unknown)[] = [
    (own) => own.equal(1, 2, 'it'),
    (own) => own.strictSame(1, '1', 'it'),
    (own) => own.throws(() => undefined, 'it'),
    (own) => own.rejects(Promise.resolve(), 'it'),
    (own) => own.rejects(Promise.reject(new Error('other')), /^such$/, 'it'),
    (own) => own.error(new Error('it')),
    (own) => own.test('inner', async (inner) => inner.fail('it')),
    (own) => own.teardown(() => Promise.reject(new Error('it'))),
    (own) => {
      setImmediate(() => {
        t.throws(() => own.ok(false, 'it'));
      });
      return new Promise(() => undefined);
    },
    () => Promise.reject(new Error('it')),
  ];
  for (const [index, assert] of cases.entries()) {
    const why = await run((tap) => {
      void tap.test('one', async (own) => void (await assert(own)));
      void tap.test('two', async () => {
        later = true;
      });
    });
    t.match(why, /it/, `case ${index}`);
  }
  t.equal(later, false);
});

t.test('what it does not know it refuses', async (t) => {
  const why = await run((tap) => {
    void tap.test('one', async (own) => own.matchSnapshot('text'));
  });
  t.match(why, /does not know matchSnapshot/);
  t.throws(() => (createRun().tap as Test).beforeEach(() => undefined), /does not know beforeEach/);
});

t.test('a folder is made with its content and taken away', async (t) => {
  let folder = '';
  const why = await run((tap) => {
    void tap.test('one', async (own) => {
      folder = own.testdir({ a: 'text', b: { c: Buffer.from('bytes'), d: own.fixture('symlink', '../a') } });
      own.ok(existsSync(`${folder}/b/c`) && existsSync(`${folder}/b/d`));
    });
  });
  t.equal(why, null);
  t.equal(existsSync(folder), false);
});
