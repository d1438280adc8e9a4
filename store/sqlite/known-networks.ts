import type { KnownNetwork, KnownNetworkStore } from '../ports/known-networks.ts';
import type { Context } from './connection/context.ts';
import { type Repository, reads, repeatable } from './connection/repository.ts';

interface KnownNetworkRow {
  readonly network: string;
  readonly used_at: number;
}

export function createKnownNetworkStore({ db }: Pick<Context, 'db'>): Repository<KnownNetworkStore> {
  const list = db.prepare<[since: number], KnownNetworkRow>(
    'SELECT network, used_at FROM known_networks WHERE used_at >= ? ORDER BY used_at, network',
  );
  const put = db.prepare<[KnownNetwork]>(
    `INSERT INTO known_networks (network, used_at) VALUES (:network, :usedAt)
     ON CONFLICT DO UPDATE SET used_at = max(used_at, excluded.used_at)`,
  );
  const removeOld = db.prepare<[before: number]>('DELETE FROM known_networks WHERE used_at < ?');
  const removeAbove = db.prepare<[above: number]>(
    `DELETE FROM known_networks WHERE network IN
       (SELECT network FROM known_networks ORDER BY used_at DESC, network LIMIT -1 OFFSET ?)`,
  );
  return {
    list: reads((since) => list.all(since).map(({ network, used_at }) => ({ network, usedAt: used_at }))),
    note: repeatable((used) => {
      for (const one of used) put.run(one);
    }),
    forget: repeatable(({ before, above }) => {
      removeOld.run(before);
      removeAbove.run(above);
    }),
  };
}
