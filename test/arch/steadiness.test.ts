import { readFileSync } from 'node:fs';
import t from 'tap';
import ts from 'typescript';
import { filesBelow } from '../../tools/repository.ts';

/** Where the tests of the gate and what they use stand. The rules: docs/contributing/tests.md. */
const FOLDERS = ['arch', 'browser', 'contract', 'e2e', 'fuzz', 'integration', 'support', 'unit'];

/** The rules, each with the files that may break it, and why. */
const RULES: Readonly<Record<string, { readonly text: RegExp; readonly except: readonly string[] }>> = {
  'chance without a seed': { text: /\bMath\.random\(/, except: [] },
  // The module that sets the seed.
  'fast-check without the fixed seed': {
    text: /from 'fast-check'/,
    except: ['test/support/property.ts'],
  },
  // Where it is defined, and two tests that need the same port again: a resolver over a restart of its worker, connections that follow each other.
  'a port that it does not read from who listens': {
    text: /\bfreePort\b/,
    except: [
      'test/support/child-process.ts',
      'test/integration/agent/filter-agent.test.ts',
      'test/integration/agent/filter/linux-programs.test.ts',
    ],
  },
};

/** May judge a time. The stopwatch: only where that is asked for. The other: the least that must pass, which no slow machine makes less. */
const MAY_JUDGE: ReadonlySet<string> = new Set([
  'test/support/stopwatch.ts',
  'test/integration/gateway/hostile.test.ts',
]);

const files = FOLDERS.flatMap((folder) => filesBelow(`test/${folder}`, '.ts')).filter(
  (file) => file !== 'test/arch/steadiness.test.ts',
);

for (const [what, { text, except }] of Object.entries(RULES)) {
  t.test(`the gate has no ${what}`, async (t) => {
    const found = files.filter((file) => text.test(readFileSync(file, 'utf8')));
    t.strictSame(found.sort(), [...except].sort(), 'an exception that is not needed any more goes too');
  });
}

t.test('the gate asserts no elapsed time', async (t) => {
  t.ok(files.includes('test/arch/assertions.test.ts'), 'there are tests to look at');
  t.strictSame(
    files
      .filter((file) => !MAY_JUDGE.has(file))
      .flatMap((file) => judgedTimes(file, readFileSync(file, 'utf8'))),
    [],
    'use startStopwatch (test/support/stopwatch.ts), or count the work',
  );
});

t.test('judged times are found', async (t) => {
  const text = `t.ok(performance.now() - began < 5);
const took = Date.now() - before; t.ok(took < 9, 'quick'); t.equal(took, 3);
const waits = performance.now(); const sum = performance.now() - waits; t.comment(sum);
t.ok(body.time <= Date.now()); t.ok(Math.abs(x - Date.now()) < 5);`;
  t.strictSame(judgedTimes('x.ts', text), [
    'x.ts:1 t.ok(performance.now() - began < 5)',
    "x.ts:2 t.ok(took < 9, 'quick')",
    'x.ts:2 t.equal(took, 3)',
    'x.ts:4 t.ok(Math.abs(x - Date.now()) < 5)',
  ]);
});

/** Assertions about a difference with the present, written there or held by a constant of the file; with their place. */
function judgedTimes(file: string, text: string): readonly string[] {
  if (!/\b(?:performance|Date)\.now\(\)/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const durations = new Set<string>();
  const found: string[] = [];
  const collect = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer !== undefined &&
      isDuration(node.initializer)
    )
      durations.add(node.name.text);
    ts.forEachChild(node, collect);
  };
  const isJudged = (node: ts.Node): boolean =>
    isDuration(node) ||
    (ts.isIdentifier(node) && durations.has(node.text)) ||
    (ts.forEachChild(node, (child) => isJudged(child) || undefined) ?? false);
  const visit = (node: ts.Node): void => {
    if (isAssertion(node) && node.arguments.slice(0, 2).some(isJudged)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  collect(source);
  visit(source);
  return found;
}

/** `… - Date.now()` or `performance.now() - …`. A moment in the past or the future, as `Date.now() - 60_000`, is none. */
function isDuration(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.MinusToken) return false;
  return [node.left, node.right].some(isNow) && !isConstant(node.right);
}

function isNow(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /^(?:performance|Date)\.now$/.test(node.expression.getText());
}

/** A number, or a name of a number of milliseconds, and what is reckoned from them. */
function isConstant(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isConstant(node.expression);
  if (ts.isBinaryExpression(node)) return isConstant(node.left) || isConstant(node.right);
  return ts.isNumericLiteral(node) || (ts.isIdentifier(node) && /^[A-Z_]+$/.test(node.text));
}

function isAssertion(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.expression.getText() === 't' &&
    /^(?:ok|notOk|equal|not|same|strictSame)$/.test(node.expression.name.text)
  );
}
