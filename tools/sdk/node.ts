import type { Language } from './case.ts';
import { callsFile, sampleText } from './node/calls.ts';
import { resourcesFile } from './node/resources.ts';
import { HEAD } from './node/text.ts';
import { typesFile } from './node/types.ts';

/** The client for Node and for browsers. */
export const NODE: Language = {
  label: 'JavaScript',
  files: (model, cases) =>
    new Map([
      ['sdk/node/generated/types.ts', typesFile(model)],
      ['sdk/node/generated/resources.ts', resourcesFile(model)],
      [
        'sdk/node/generated/version.ts',
        `${HEAD}\n\n/** The version of this client. */\nexport const VERSION = '${model.version}';\n`,
      ],
      ['sdk/node/test/generated/calls.ts', callsFile(model, cases)],
    ]),
  sample: sampleText,
};
