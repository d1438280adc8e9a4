// Compares openapi/openapi.json with what the route schemas give; with --write, writes it.
import { openApiDocument } from '../api/document.ts';
import { keepCommittedFile } from './committed-file.ts';
import { readableJson } from './readable-json.ts';

const document = await openApiDocument();
keepCommittedFile('openapi/openapi.json', readableJson(document), 'npm run openapi');
