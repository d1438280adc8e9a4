import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { RecordView } from '../../store/ports/record-views.ts';
import type { Store } from '../../store/ports/store.ts';
import { noteView } from './record-views.ts';

/**
 * Views with the same filter are written together if they follow a written view within this time. A script that asks for its devices a
 * thousand times a second would otherwise cause as many commits, and each commit empties the store's cache.
 */
const GATHER_MS = 1_000;

/** Notes in the store who looked at what. */
export interface ViewNotes {
  /**
   * Notes a view before its answer is sent (`noteView`). A view that follows another within a second is counted in memory until then; a
   * crash may lose that count.
   * @throws when it cannot be written: then nobody is to see anything
   */
  note(view: RecordView, requestId: string): Promise<void>;
  /** Writes the gathered views. */
  stop(): Promise<void>;
}

export function createViewNotes({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'recordViews' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
}): ViewNotes {
  /** Views gathered after a written view; null = none yet. */
  const gathered = new Map<string, { readonly view: RecordView; readonly requestId: string } | null>();

  const write = async (key: string): Promise<void> => {
    const waiting = gathered.get(key);
    gathered.delete(key);
    if (waiting == null) return;
    await noteView(store, waiting.view, waiting.requestId).catch((error: unknown) =>
      log.error({ error: messageOf(error) }, 'repeated looks could not be counted'),
    );
  };
  return {
    async note(view, requestId) {
      const { organisationId, actor, action, target, filter } = view;
      const key = JSON.stringify([organisationId, actor, action, target, filter]);
      const waiting = gathered.get(key);
      if (waiting !== undefined) {
        gathered.set(key, { view: waiting === null ? view : bothOf(waiting.view, view), requestId });
        return;
      }
      await noteView(store, view, requestId);
      if (gathered.has(key)) return;
      gathered.set(key, null);
      clock.setTimeout(() => void write(key), GATHER_MS).unref();
    },
    stop: async () => {
      for (const key of [...gathered.keys()]) await write(key);
    },
  };
}

function bothOf(one: RecordView, other: RecordView): RecordView {
  const range =
    one.range === null || other.range === null
      ? null
      : { from: Math.min(one.range.from, other.range.from), to: Math.max(one.range.to, other.range.to) };
  return {
    ...other,
    range,
    answers: answersOf(one) + answersOf(other),
    records: one.records + other.records,
  };
}

const answersOf = ({ answers = 1 }: RecordView): number => answers;
