import { nextTurn } from '../../kit/turns.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { permits } from '../http/authentication/permission.ts';
import type { RouteTools } from '../http/route.ts';
import type { ChangeWatch } from './change-watch.ts';
import { type LiveStream, messageOf } from './live-stream.ts';
import { kindOf, type LiveKind, readThing } from './live-things.ts';

/** Messages about one kind of thing at a time. When more has changed, streams are told to read that kind again. */
const MOST_OF_KIND = 100;
/** Things read before other work gets its turn. */
const A_TURN = 20;

/** A thing that has changed. */
export interface Change {
  readonly id: string;
  /** The `id` of its message; absent = the message has none. */
  readonly place?: string;
}

export interface TellTools {
  readonly tools: RouteTools;
  readonly organisationId: number;
  readonly watch: Pick<ChangeWatch, 'formerUnit'>;
}

/** Tells streams of changes: each stream what its caller may see. */
export async function tellChanges(
  parts: TellTools,
  streams: readonly LiveStream[],
  changes: readonly Change[],
): Promise<void> {
  for (const [kind, some] of byKind(changes)) {
    const seers = streams.filter(({ caller }) => permits(caller, kind.rule));
    if (some.length <= MOST_OF_KIND) await tellEach(parts, seers, some);
    else sendAll(seers, messageOf('many', { type: kind.type }, some.at(-1)?.place));
  }
}

export function sendAll(streams: readonly LiveStream[], text: string): void {
  for (const stream of streams) stream.send(text);
}

async function tellEach(
  { tools, organisationId, watch }: TellTools,
  seers: readonly LiveStream[],
  changes: readonly Change[],
): Promise<void> {
  for (const [index, { id, place }] of changes.entries()) {
    if (index % A_TURN === A_TURN - 1) await nextTurn();
    const thing = await readThing(tools, organisationId, id);
    if (thing === null) continue;
    const about = { former: watch.formerUnit(id, thing.ouPath), place };
    const texts = new Map<string, string | null>();
    for (const stream of seers) {
      const audience = audienceOf(stream.caller);
      const known = texts.get(audience);
      const text = known === undefined ? await thing.messageTo(stream.caller, about) : known;
      texts.set(audience, text);
      if (text !== null) stream.send(text);
    }
  }
}

function byKind(changes: readonly Change[]): ReadonlyMap<LiveKind, readonly Change[]> {
  const kinds = new Map<LiveKind, Change[]>();
  for (const change of changes) {
    const kind = kindOf(change.id);
    if (kind === null) continue;
    const some = kinds.get(kind) ?? [];
    kinds.set(kind, some);
    some.push(change);
  }
  return kinds;
}

/** Callers of one audience see the same. A teacher’s lessons are seen by that teacher alone. */
export function audienceOf({ credential, ouPath, actor }: Caller): string {
  const role = credential.kind === 'session' ? credential.role : '';
  return JSON.stringify([role, ouPath, role === 'teacher' ? actor : null]);
}
