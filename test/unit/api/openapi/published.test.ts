import t from 'tap';
import { parse } from 'yaml';
import { openApiDocument } from '../../../../api/document.ts';
import { publishDocuments } from '../../../../api/openapi/published.ts';

const document = await openApiDocument();

t.test('a form is made once, however many ask for it at the same time', async (t) => {
  let collected = 0;
  const documents = publishDocuments(async () => {
    collected += 1;
    return document;
  });
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => documents.yaml()));
  t.ok(others.every((one) => one === first));
  t.equal(await documents.yaml(), first);
  t.equal(await documents.json(), await documents.json());
  t.equal(collected, 1);
});

t.test('both forms say the same, each with a tag of its own', async (t) => {
  const documents = publishDocuments(async () => document);
  const [json, yaml] = await Promise.all([documents.json(), documents.yaml()]);
  t.same(JSON.parse(json.bytes.toString()), JSON.parse(JSON.stringify(document)));
  t.same(parse(yaml.bytes.toString(), { maxAliasCount: 0 }), JSON.parse(JSON.stringify(document)));
  t.match(json.etag, /^"[\w-]{22}"$/);
  t.not(json.etag, yaml.etag);
});

t.test('while the YAML is written other work has its turn again and again', async (t) => {
  let turns = 0;
  const documents = publishDocuments(
    async () => document,
    async () => {
      turns += 1;
    },
  );
  await documents.yaml();
  const members = Object.keys(document.paths ?? {}).length;
  t.ok(members > 50 && turns > members, `${turns} turns`);
});

t.test('a document that could not be made is made when it is next asked for', async (t) => {
  let failures = 1;
  const documents = publishDocuments(async () => {
    if (failures-- > 0) throw new Error('not yet');
    return document;
  });
  await t.rejects(documents.json(), { message: 'not yet' });
  t.equal(JSON.parse((await documents.json()).bytes.toString()).openapi, '3.1.0');
});
