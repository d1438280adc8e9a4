import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import type { Store } from '../../../store/ports/store.ts';

/** How long (milliseconds) alert rules are used before they are read again, for a wake-up that was lost. */
const RULES_KEPT_MS = 60_000;

/** The alert rules of organisations. They are read again when they have changed, and after a while; the old ones apply until then. */
export interface RulesInForce {
  /** Has changes told from now on. Without it they are found after a while. */
  start(): void;
  stop(): void;
  read(organisationId: number): Promise<AlertRules>;
  /** Null = they were not read yet. */
  known(organisationId: number): AlertRules | null;
}

export function createRulesInForce({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'alerts' | 'bus'>;
  readonly clock: Clock;
  readonly log: Log;
}): RulesInForce {
  const kept = new Map<number, { readonly rules: AlertRules; readonly until: number }>();
  const reading = new Map<number, Promise<AlertRules>>();
  let unsubscribe: (() => void) | null = null;

  const readAnew = (id: number): Promise<AlertRules> => {
    const fresh: Promise<AlertRules> = store.alerts
      .rules(id)
      .then((rules) => {
        // A reading that began later knows better.
        if (reading.get(id) === fresh) kept.set(id, { rules, until: clock.monotonic() + RULES_KEPT_MS });
        return rules;
      })
      .finally(() => {
        if (reading.get(id) === fresh) reading.delete(id);
      });
    reading.set(id, fresh);
    return fresh;
  };
  const read = (id: number): Promise<AlertRules> => reading.get(id) ?? readAnew(id);

  return {
    start() {
      unsubscribe ??= store.bus.subscribe((wakeUp) => {
        if (wakeUp.kind !== 'alert_rules') return;
        const { organisationId: id } = wakeUp;
        if (!kept.has(id) && !reading.has(id)) return;
        readAnew(id).catch((error: unknown) =>
          log.error(
            { err: error },
            'could not read changed rules of alerts; they are read again in a minute',
          ),
        );
      });
    },
    stop() {
      unsubscribe?.();
      unsubscribe = null;
    },
    read,
    known(id) {
      const found = kept.get(id);
      // The old rules apply until the new ones are read, also when the store does not answer.
      if (found !== undefined && found.until <= clock.monotonic()) read(id).catch(() => undefined);
      return found?.rules ?? null;
    },
  };
}
