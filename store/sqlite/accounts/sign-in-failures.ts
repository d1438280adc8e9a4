import type { FailureCount, SignInFailureStore } from '../../ports/accounts.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

export function createSignInFailureStore({ db }: Pick<Context, 'db'>): Repository<SignInFailureStore> {
  const get = db.prepare<[bucket: string], { readonly failures: number; readonly last_at: number }>(
    'SELECT failures, last_at FROM sign_in_failures WHERE bucket = ?',
  );
  const put = db.prepare<[FailureCount & { readonly bucket: string }]>(
    `INSERT INTO sign_in_failures (bucket, failures, last_at) VALUES (:bucket, :failures, :lastAt)
     ON CONFLICT DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at`,
  );
  const remove = db.prepare<[bucket: string]>('DELETE FROM sign_in_failures WHERE bucket = ?');
  const purge = db.prepare<[before: number]>('DELETE FROM sign_in_failures WHERE last_at < ?');
  return {
    get: reads((bucket) => {
      const row = get.get(bucket);
      return row === undefined ? null : { failures: row.failures, lastAt: row.last_at };
    }),
    put: writes((bucket, count) => void put.run({ bucket, ...count })),
    delete: writes((bucket) => void remove.run(bucket)),
    purge: writes((before) => purge.run(before).changes),
  };
}
