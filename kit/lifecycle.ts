import { messageOf } from './fault.ts';

/** A part that can be started and stopped. Both calls may be made twice; the second does nothing. */
export interface Service {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts services in order and stops them in reverse order. When a service fails to start, those before it are stopped and its error is
 * thrown. A failing stop does not keep the others from stopping; its error is thrown at the end.
 */
export function createLifecycle(services: readonly Service[]): Service {
  let started: Service[] = [];
  const stop = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (const service of started.reverse()) {
      try {
        await service.stop();
      } catch (error) {
        errors.push(error);
      }
    }
    started = [];
    if (errors.length > 0)
      throw new AggregateError(errors, `could not stop cleanly: ${errors.map(messageOf).join('; ')}`);
  };
  return {
    async start() {
      if (started.length > 0) return;
      for (const service of services) {
        try {
          await service.start();
        } catch (error) {
          await stop();
          throw error;
        }
        started.push(service);
      }
    },
    stop,
  };
}
