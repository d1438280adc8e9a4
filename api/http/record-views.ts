import type { FollowingViews, RecordView } from '../../store/ports/record-views.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';

/**
 * Views with the same filter within this time become one audit entry. It is long enough that a page which polls makes few entries, and
 * short enough that the audit of the afternoon shows the morning.
 */
const WINDOW_MS = 600_000;

/**
 * Notes a view before its answer is sent. The first view of an actor with a filter becomes an audit entry at once and survives a power cut.
 * Further views within ten minutes are counted, which survives a crash of the process, and become one entry.
 * @throws when it cannot be written: then nobody is to see anything
 */
export async function noteView(
  store: Pick<Store, 'recordViews' | 'transaction'>,
  view: RecordView,
  requestId: string,
): Promise<void> {
  if (await store.recordViews.again(view, WINDOW_MS)) return;
  await store.transaction((tx) => noteViewIn(tx, view, requestId));
}

/** The same as `noteView`, in the caller's transaction. */
export async function noteViewIn(
  tx: Pick<Transaction, 'recordViews' | 'audit'>,
  view: RecordView,
  requestId: string | null,
): Promise<void> {
  // Another view with the same filter may have been noted first.
  if (await tx.recordViews.again(view, WINDOW_MS)) return;
  const following = await tx.recordViews.begin(view);
  if (following !== null) await tell(tx, following, view.at);
  const { organisationId, at, actor, action, target, ip, userAgent, answers = 1 } = view;
  const after = { ...view.filter, ...boundsOf(view.range), answers, records: view.records };
  await tx.audit.append({ organisationId, at, actor, action, target, ip, userAgent, requestId, after });
}

/** Writes the entries of the views whose time is over, some in one transaction. @returns whether there may be more */
export async function tellEndedViews(
  store: Pick<Store, 'transaction'>,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<boolean> {
  return await store.transaction(async (tx) => {
    const { ended, following } = await tx.recordViews.end({ until: now - WINDOW_MS, now, limit });
    for (const views of following) await tell(tx, views, now);
    return ended === limit;
  });
}

async function tell(tx: Pick<Transaction, 'audit'>, views: FollowingViews, at: number): Promise<void> {
  const { organisationId, actor, action, target, ip, userAgent, filter, range, answers, records } = views;
  const after = {
    ...filter,
    ...boundsOf(range),
    answers,
    records,
    firstAt: timestamp(views.firstAt),
    lastAt: timestamp(views.lastAt),
  };
  await tx.audit.append({ organisationId, at, actor, action, target, ip, userAgent, after });
}

function boundsOf(range: RecordView['range']): { readonly from: string | null; readonly to: string | null } {
  if (range === null) return { from: null, to: null };
  return { from: timestamp(range.from), to: timestamp(range.to) };
}
