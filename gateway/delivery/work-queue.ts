/** How many devices are worked on at once: signing happens on the thread pool, which has four threads. */
const CONCURRENT = 16;

/**
 * Runs work by key. A key runs at most once at a time and waits at most once: adding it while it waits changes nothing, adding it while it runs makes it run
 * again afterwards. Urgent keys run before all others.
 */
export interface WorkQueue<Key> {
  add(key: Key, priority: 'urgent' | 'later'): void;
  /** Drops what waits, and resolves when what runs has ended. */
  stop(): Promise<void>;
}

export function createWorkQueue<Key>(
  work: (key: Key) => Promise<void>,
  onError: (key: Key, error: unknown) => void,
): WorkQueue<Key> {
  const urgent = new Set<Key>();
  const later = new Set<Key>();
  const running = new Map<Key, Promise<void>>();

  const next = (): { readonly key: Key; readonly patient: boolean } | null => {
    for (const key of urgent) if (!running.has(key)) return { key, patient: false };
    for (const key of later) if (!running.has(key)) return { key, patient: true };
    return null;
  };

  const run = async (key: Key, patient: boolean): Promise<void> => {
    // So that an urgent device does not wait behind a thousand others.
    if (patient) await new Promise((resolve) => setImmediate(resolve));
    try {
      await work(key);
    } catch (error) {
      onError(key, error);
    } finally {
      running.delete(key);
    }
    pump();
  };

  const pump = (): void => {
    while (running.size < CONCURRENT) {
      const found = next();
      if (found === null) return;
      urgent.delete(found.key);
      later.delete(found.key);
      running.set(found.key, Promise.resolve());
      running.set(found.key, run(found.key, found.patient));
    }
  };

  return {
    add(key, priority) {
      (priority === 'urgent' ? urgent : later).add(key);
      pump();
    },
    async stop() {
      urgent.clear();
      later.clear();
      await Promise.all(running.values());
    },
  };
}
