import { type Clock, every } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { base62, type Random } from '../../kit/random.ts';
import type { Repositories, Store } from '../../store/ports/store.ts';

/** Another update may begin this long after the last renewal by a process that died. */
const LEASE_MS = 120_000;
const RENEW_MS = 30_000;

/**
 * Takes the update right, or renews the caller's own. A caller that takes it in a transaction starts the update afterwards; otherwise the
 * right lapses after two minutes.
 * @throws Fault conflict while another has it
 */
export async function takeUpdateRight(
  { categorySources }: Pick<Repositories, 'categorySources'>,
  {
    organisationId,
    holder,
    now,
  }: { readonly organisationId: number; readonly holder: string; readonly now: number },
): Promise<void> {
  if (!(await categorySources.holdUpdate(organisationId, holder, { now, leaseMs: LEASE_MS })))
    throw new Fault('conflict', 'Another update of the categories is running.');
}

/** Runs the work while it holds the update right, and stops the work if the right is lost. @throws Fault conflict while another has it */
export async function withUpdateRight<T>(
  {
    store,
    clock,
    random,
    log,
  }: {
    readonly store: Pick<Store, 'categorySources'>;
    readonly clock: Clock;
    readonly random: Random;
    readonly log: Log;
  },
  {
    organisationId,
    holder = base62(random, 20),
    signal,
  }: { readonly organisationId: number; readonly holder?: string; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const hold = (): Promise<void> => takeUpdateRight(store, { organisationId, holder, now: clock.now() });
  await hold();
  const lost = new AbortController();
  const renewal = every(clock, RENEW_MS, hold, (error) => {
    if (error instanceof Fault && error.code === 'conflict') lost.abort(error);
    else log.warn({ error: messageOf(error) }, 'the right to update the categories could not be prolonged');
  });
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    await renewal.stop();
    await store.categorySources.endUpdate(organisationId, holder);
  }
}
