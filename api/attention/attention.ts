import type { AttentionItem } from '../../contracts/rest/attention.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { permits } from '../http/authentication/permission.ts';
import { type AttentionTools, CHECKS, type Look } from './checks.ts';

/** The limit in the schema. */
const MAX_ITEMS = 200;

/** What needs somebody now, of what the caller may see, the most urgent first. */
export async function attentionOf(tools: AttentionTools, caller: Caller): Promise<readonly AttentionItem[]> {
  const look: Look = { tools, caller, now: tools.clock.now() };
  const items: AttentionItem[] = [];
  for (const { kind, severity, rule, find } of CHECKS) {
    if (!permits(caller, rule)) continue;
    for (const { since, ...found } of await find(look))
      items.push({ kind, severity, ...found, since: since === null ? null : timestamp(since) });
  }
  return items.slice(0, MAX_ITEMS);
}
