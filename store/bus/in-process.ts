import type { Log } from '../../kit/log.ts';
import type { Bus, WakeUp } from '../ports/store.ts';

/**
 * Carries wake-ups inside the process, in the order of publishing. Subscribers are called in a later turn of the event loop, never from inside `publish`. One
 * that throws or rejects is logged and harms neither the publisher nor the others. A subscription that has ended gets nothing more, not even what was published
 * before its end.
 */
export function createInProcessBus(log: Log): Bus {
  const handlers = new Set<(wakeUp: WakeUp) => void>();
  let waiting: WakeUp[] = [];

  const call = (handler: (wakeUp: WakeUp) => void, wakeUp: WakeUp): void => {
    // An `async` handler fits the type too: its rejection is caught as well.
    new Promise<void>((resolve) => resolve(handler(wakeUp))).catch((error: unknown) => {
      log.error({ error, wakeUp: wakeUp.kind }, 'a subscriber of the bus failed');
    });
  };
  const deliver = (): void => {
    const batch = waiting;
    waiting = [];
    for (const wakeUp of batch) for (const handler of handlers) call(handler, wakeUp);
  };

  return {
    publish(wakeUp) {
      if (waiting.push(wakeUp) === 1) setImmediate(deliver);
    },
    subscribe(handler) {
      const own = (wakeUp: WakeUp): void => handler(wakeUp);
      handlers.add(own);
      return () => void handlers.delete(own);
    },
  };
}
