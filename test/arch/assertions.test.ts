import { readFileSync } from 'node:fs';
import t from 'tap';
import ts from 'typescript';
import { filesBelow } from '../../tools/repository.ts';

t.test('a pattern is asserted by t.match, anything else exactly', async (t) => {
  const files = filesBelow('test', '.ts');
  t.ok(files.includes('test/arch/assertions.test.ts'), 'there are tests to look at');
  t.strictSame(
    files.flatMap((file) => looseMatches(file, readFileSync(file, 'utf8'))),
    [],
    'use hasFields or hasText (test/support/has-fields.ts): t.match takes an empty list for any, and a text for every longer one',
  );
});

t.test('loose matches are found', async (t) => {
  const text =
    "t.match(a, /b/); t.match(a, [1]); t.match(a, 'text', 'told'); test.match(f(a), new RegExp(b)); a.match(b);";
  t.strictSame(looseMatches('x.ts', text), ['x.ts:1 t.match(a, [1])', "x.ts:1 t.match(a, 'text', 'told')"]);
});

/** The calls of `t.match` whose pattern is not written as a regular expression, with their place. */
function looseMatches(file: string, text: string): readonly string[] {
  if (!text.includes('.match(')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isMatch(node.expression)) {
      const [, pattern] = node.arguments;
      // With one argument it is the method of texts.
      if (pattern !== undefined && !isExpression(pattern)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${node.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isMatch(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'match';
}

function isExpression(node: ts.Node): boolean {
  return (
    ts.isRegularExpressionLiteral(node) ||
    (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
  );
}
