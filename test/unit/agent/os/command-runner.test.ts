import t from 'tap';
import { createCommandRunner } from '../../../../agent/os/command-runner.ts';
import { CANNOT_RUN, STOPPED } from '../../../../agent/ports/command-runner.ts';
import { hasFields } from '../../../support/has-fields.ts';

const run = createCommandRunner({ env: { PATH: process.env.PATH, LANG: 'de_DE.UTF-8' } });

/** A command that does something in JavaScript. */
function node(script: string): readonly string[] {
  return [process.execPath, '-e', script];
}

t.test("a program's output and code come back, whatever the code", async (t) => {
  t.strictSame(await run.run(node('console.log(1); console.error(2)')), {
    code: 0,
    stdout: '1\n',
    stderr: '2\n',
  });
  hasFields(t, await run.run(node('process.exit(7)')), { code: 7 });
});

t.test('standard input reaches it, and breaking it off is no error', async (t) => {
  hasFields(t, await run.run(node('process.stdin.pipe(process.stdout)'), { stdin: 'ruleset' }), {
    code: 0,
    stdout: 'ruleset',
  });
  hasFields(t, await run.run(node('process.exit(0)'), { stdin: 'x'.repeat(1_000_000) }), { code: 0 });
});

t.test('arguments are no shell text', async (t) => {
  hasFields(t, await run.run([...node('console.log(process.argv[1])'), '$(id); "a" \'b\'']), {
    stdout: '$(id); "a" \'b\'\n',
  });
});

t.test('a missing program is a result', async (t) => {
  hasFields(t, await run.run(['/no/such/program']), { code: CANNOT_RUN });
  hasFields(t, await run.run(['schoolgate-no-such-program']), { code: CANNOT_RUN });
  hasFields(t, await run.run(['/etc/passwd']), { code: CANNOT_RUN });
});

t.test('a program that hangs, floods or is no longer wanted is stopped', async (t) => {
  hasFields(t, await run.run(node('setInterval(() => {}, 1000)'), { timeoutMs: 200 }), { code: STOPPED });
  hasFields(t, await run.run(node('process.stdout.write("x".repeat(9e6))')), { code: STOPPED });
  const aborter = new AbortController();
  const running = run.run(node('setInterval(() => {}, 1000)'), { signal: aborter.signal });
  aborter.abort();
  hasFields(t, await running, { code: STOPPED });
});

t.test('programs speak the language that we parse', async (t) => {
  hasFields(t, await run.run(node('console.log(process.env.LC_ALL, process.env.LANG)')), { stdout: 'C C\n' });
});
