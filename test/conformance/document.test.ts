import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../support/test-folder.ts';
import { DOCUMENT, FLOWS, REDOCLY_RULES, runProgram, SPECTRAL_RULES } from './programs.ts';

t.test("Spectral, with OWASP's rules, finds nothing at the level of a warning", async (t) => {
  const { code, stdout, stderr } = await runProgram('spectral', [
    'lint',
    DOCUMENT,
    '--ruleset',
    SPECTRAL_RULES,
    '--fail-severity=warn',
  ]); // prettier-ignore
  t.equal(code, 0, `${stdout}\n${stderr}`);
  t.match(stdout, /No results with a severity of 'warn' or higher found/);
});

t.test('Redocly finds nothing by its strict recommendations, nor in the flows', async (t) => {
  for (const args of [[DOCUMENT], [FLOWS]]) {
    const { code, stdout, stderr } = await runProgram('redocly', [
      'lint',
      ...args,
      '--config',
      REDOCLY_RULES,
    ]);
    t.equal(code, 0, `${stdout}\n${stderr}`);
    t.match(stdout + stderr, /Your API description is valid/);
  }
});

t.test('the programs do find a fault that is put into the document', async (t) => {
  const folder = testFolder(t, { 'openapi.json': '' });
  const broken = join(folder, 'openapi.json');
  await copyFile(DOCUMENT, broken);
  const { readFile, writeFile } = await import('node:fs/promises');
  const document = JSON.parse(await readFile(broken, 'utf8'));
  delete document.paths['/v1/devices'].get.responses['429'];
  delete document.paths['/v1/devices'].get.operationId;
  await writeFile(broken, JSON.stringify(document));
  const spectral = await runProgram('spectral', [
    'lint',
    broken,
    '--ruleset',
    SPECTRAL_RULES,
    '--fail-severity=warn',
  ]);
  t.not(spectral.code, 0);
  const redocly = await runProgram('redocly', ['lint', broken, '--config', REDOCLY_RULES]);
  t.not(redocly.code, 0);
});
