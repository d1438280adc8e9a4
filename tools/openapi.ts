// Compares openapi/openapi.json with what the route schemas give; with --write, writes it.
import { openApiDocument } from '../api/document.ts';
import { keepCommittedFile } from './committed-file.ts';

const document = await openApiDocument();
keepCommittedFile('openapi/openapi.json', `${JSON.stringify(document, null, 2)}\n`, 'npm run openapi');
