// Compares docs/api-reference.md with what openapi/openapi.json gives; with --write, writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepCommittedFile } from './committed-file.ts';
import { ROOT } from './repository.ts';
import type { CodeSample } from './sdk/code-samples.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}

interface Answer {
  readonly description: string;
}

/** A reference such as `#/components/parameters/Page`, which replaces a repeated parameter. */
interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly responses: Readonly<Record<string, Answer | Reference>>;
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

/** The parts of the OpenAPI document that the page shows. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Answer>>;
  };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The page: every endpoint by tag, each with its requirements, a curl command that can be pasted, and the same call in each client. */
export function apiReference(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Call => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const sections = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      calls: calls.filter(({ operation }) => operation.tags[0] === name),
    }))
    .filter((section) => section.calls.length > 0);
  const listed = sections.reduce((sum, section) => sum + section.calls.length, 0);
  if (listed !== calls.length) throw new Error('an endpoint has a tag that the document does not describe');
  return [
    '# Every endpoint of the REST API',
    '',
    'Made from `openapi/openapi.json` by `npm run api-reference`; [the guide](api-guide.md) explains what all of them share.',
    'In the commands, `$U` is the address of your server and `$K` an API key. Where an endpoint is for people who are signed in to the',
    'dashboard, `cookies.txt` holds their session and `$CSRF` its token ([how](api-guide.md#sessions)).',
    ...sections.flatMap(({ name, description, calls: own }) => [
      '',
      `## ${name}`,
      '',
      `${description}.`,
      ...own.flatMap((call) => ['', ...entryOf(call, document)]),
    ]),
    '',
  ].join('\n');
}

function entryOf({ method, path, operation }: Call, document: ApiDocument): readonly string[] {
  const { summary, description, parameters = [], responses } = operation;
  const { components } = document;
  const query = parameters
    .map((one) => resolved(one, components.parameters))
    .filter((parameter) => parameter.in === 'query');
  const [own, ...clients] = operation['x-codeSamples'] ?? [];
  const answers = Object.entries(responses)
    .filter(([status]) => /^[23]\d\d$/.test(status))
    .map(([status, one]) => [status, resolved(one, components.responses)] as const);
  return [
    `### ${summary}`,
    '',
    `\`${method} ${path}\`${description === undefined ? '' : ` — ${description}`}`,
    '',
    '```sh',
    own?.source ?? '',
    '```',
    ...clientSamples(clients),
    ...(query.length === 0 ? [] : ['', `Parameters: ${query.map(({ name }) => `\`${name}\``).join(', ')}.`]),
    '',
    `Answers ${answers.map(([status, answer]) => `${status} (${lowerFirst(answer.description)})`).join(', ')}.`,
  ];
}

function resolved<T extends object>(part: T | Reference, named: Readonly<Record<string, T>> = {}): T {
  if (!('$ref' in part)) return part;
  const found = named[part.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${part.$ref} leads nowhere`);
  return found;
}

/** The same call in the languages of the clients, in a folded section. */
function clientSamples(samples: readonly CodeSample[]): readonly string[] {
  if (samples.length === 0) return [];
  return [
    '',
    `<details><summary>${samples.map(({ label }) => label).join(', ')}</summary>`,
    ...samples.flatMap(({ lang, source }) => ['', `\`\`\`${lang.toLowerCase()}`, source, '```']),
    '',
    '</details>',
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

if (import.meta.main) {
  const document = JSON.parse(readFileSync(join(ROOT, 'openapi/openapi.json'), 'utf8')) as ApiDocument;
  keepCommittedFile('docs/api-reference.md', apiReference(document), 'npm run api-reference');
}
