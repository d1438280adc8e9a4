// Compares openapi/openapi.json with what the route schemas and sdk/cases give; with --write, writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../api/document.ts';
import { keepCommittedFile } from './committed-file.ts';
import { readableJson } from './readable-json.ts';
import { ROOT } from './repository.ts';
import { codeSamples } from './sdk/code-samples.ts';
import { curlByDocument } from './sdk/curl.ts';
import type { OpenApi } from './sdk/document.ts';
import { readCases } from './sdk/read-cases.ts';
import { modelOf } from './sdk/read-model.ts';

const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const document = openApiDocument() as unknown as OpenApi;
const model = modelOf(document, readJson('sdk/names.json'), readJson('package.json').version);
const samples = codeSamples(model, readCases());
for (const [path, methods] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const call = { method: method.toUpperCase(), path, operation };
    const command = { lang: 'Shell', label: 'curl', source: curlByDocument(document, call) };
    Object.assign(operation, { 'x-codeSamples': samples.get(operation.operationId) ?? [command] });
  }
}
keepCommittedFile('openapi/openapi.json', readableJson(document), 'npm run openapi');
