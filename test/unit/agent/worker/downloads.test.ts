import t from 'tap';
import { createDownloads } from '../../../../agent/worker/downloads.ts';

const wanted = { kind: 'bundle', hash: 'a'.repeat(43), from: null, maxBytes: 6 } as const;
const data = (text: string) => Buffer.from(text).toString('base64');

t.test('a download is put together from its pieces', async (t) => {
  const downloads = createDownloads();
  const bytes = await downloads.run(wanted, async ({ download }) => {
    await downloads.chunk({ download, data: data('abc') });
    await downloads.chunk({ download, data: data('def') });
    return { bytes: 6 };
  });
  t.equal(Buffer.from(bytes).toString(), 'abcdef');
});

t.test('more than was asked for, and what nobody asked for, is refused', async (t) => {
  const downloads = createDownloads();
  await t.rejects(downloads.chunk({ download: 1, data: data('x') }), /nobody asked/);
  await t.rejects(
    downloads.run(wanted, async ({ download }) => {
      await downloads.chunk({ download, data: data('abcdefg') });
      return { bytes: 7 };
    }),
    /more than was asked for/,
  );
});

t.test('a download that says it is whole and is not, or whose worker ends, is none', async (t) => {
  const downloads = createDownloads();
  await t.rejects(
    downloads.run(wanted, async () => ({ bytes: 6 })),
    /broke off/,
  );
  await t.rejects(
    downloads.run(wanted, async () => {
      downloads.fail();
      return { bytes: 0 };
    }),
    /broke off/,
  );
});
