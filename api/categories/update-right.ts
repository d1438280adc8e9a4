import { type Clock, every } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { base62, type Random } from '../../kit/random.ts';
import type { Repositories, Store } from '../../store/ports/store.ts';

/** Another update may begin so long after the last sign of life of one whose process died. */
const LEASE_MS = 120_000;
const RENEW_MS = 30_000;

/**
 * Takes the right to update, or prolongs one's own. Who takes it in a transaction begins the update afterwards; one that does not loses it after two minutes.
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

/** Does the work while nobody else can, and stops it if the right is lost. @throws Fault conflict while another has it */
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
