import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { schemaCompilers } from '../../api/http/schemas/compilers.ts';
import { listOf } from '../../api/http/schemas/schema-ref.ts';
import { servePeer } from './peer-process.ts';

/** One route that serialises one constant page with the schema of the product’s; no key, no limit, no store, no log. */
const page: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const list = listOf('Device');
const app = Fastify();
// The product's own: Fastify's would check every named schema, and does not know the flags of their patterns.
const { named, serializer } = schemaCompilers();
app.setSerializerCompiler(serializer);
for (const schema of named) app.addSchema(schema);
app.get('/v1/devices', { schema: { response: { 200: list } } }, async () => page);
const listening: Promise<string> = app.listen({ host: '127.0.0.1', port: 0 });
await listening;
const address = app.server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

servePeer({ port, keys: [] }, () => app.close());
