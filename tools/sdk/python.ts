import type { Language } from './case.ts';
import { callsFile, sampleText } from './python/calls.ts';
import { modelsFile } from './python/models.ts';
import { operationsFile } from './python/operations.ts';
import { resourcesFile } from './python/resources.ts';
import { HEAD, quoted } from './python/text.ts';

/** The generated part of `sdk/python`. */
export const PYTHON: Language = {
  label: 'Python',
  files: (model, cases) =>
    new Map([
      [generated('__init__.py'), `${HEAD}\n`],
      [generated('version.py'), `${HEAD}\nVERSION = ${quoted(model.version)}\n`],
      [generated('models.py'), modelsFile(model)],
      [generated('operations.py'), operationsFile(model)],
      [generated('resources.py'), resourcesFile(model, 'sync')],
      [generated('async_resources.py'), resourcesFile(model, 'async')],
      ['sdk/python/tests/generated/__init__.py', `${HEAD}\n`],
      ['sdk/python/tests/generated/calls.py', callsFile(model, cases)],
    ]),
  sample: sampleText,
};

function generated(file: string): string {
  return `sdk/python/src/schoolgate/generated/${file}`;
}
