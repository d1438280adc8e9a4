import type { Language } from './case.ts';
import { callsFile, sampleText } from './go/calls.ts';
import { resourcesFile } from './go/resources.ts';
import { typesFile } from './go/types.ts';

/** The generated part of `sdk/go`. */
export const GO: Language = {
  label: 'Go',
  files: (model, cases) =>
    new Map([
      ['sdk/go/types_generated.go', typesFile(model)],
      ['sdk/go/resources_generated.go', resourcesFile(model)],
      ['sdk/go/cases_generated_test.go', callsFile(model, cases)],
    ]),
  sample: sampleText,
};
