import t from 'tap';
import { createNameResolver, type NameSources } from '../../../../api/outbound/name-resolver.ts';

const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** A resolver over two DNS answers (addresses or an error code) that notes whether the machine was asked. */
function createScene(four: readonly string[] | string, six: readonly string[] | string) {
  let askedMachine = 0;
  const answerOf = (answer: readonly string[] | string) =>
    typeof answer === 'string' ? failing(answer) : Promise.resolve(answer);
  const sources: NameSources = {
    dns: (_hostname, family) => answerOf(family === 4 ? four : six),
    machine: async (hostname) => {
      askedMachine += 1;
      return [`machine:${hostname}`];
    },
  };
  return { resolve: createNameResolver(sources), askedMachine: () => askedMachine };
}

t.test('the addresses of both families come together', async (t) => {
  t.same(await createScene(['1.1.1.1', '1.0.0.1'], ['2606::1']).resolve('a.example'), [
    '1.1.1.1',
    '1.0.0.1',
    '2606::1',
  ]);
  t.same(await createScene(['1.1.1.1'], 'ENODATA').resolve('a.example'), ['1.1.1.1']);
  t.same(await createScene('ETIMEOUT', ['2606::1']).resolve('a.example'), ['2606::1']);
});

t.test('only names that the DNS does not know are asked of the machine', async (t) => {
  for (const code of ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']) {
    t.same(await createScene(code, 'ENODATA').resolve('lan'), ['machine:lan'], code);
  }
  const known = createScene(['1.1.1.1'], 'ENOTFOUND');
  await known.resolve('a.example');
  t.equal(known.askedMachine(), 0);
});

t.test('a dead name server never reaches the machine’s threads', async (t) => {
  for (const [four, six] of [
    ['ETIMEOUT', 'ENODATA'],
    ['ENOTFOUND', 'ESERVFAIL'],
  ] as const) {
    const scene = createScene(four, six);
    await t.rejects(scene.resolve('slow.example'), { code: /ETIMEOUT|ESERVFAIL/ });
    t.equal(scene.askedMachine(), 0);
  }
});
