import type { BypassKind } from '../../../contracts/policy/bypass.ts';
import type { Judge, Judgement } from '../judge.ts';
import { type Authority, specialHost } from './request-target.ts';

/**
 * What a request to go somewhere is, beside policy: the way round the filter that it would be; null = none. This computer is refused always; the rest while
 * the filter is on. `private`: a device of a network beside this computer. It is no way round the filter, and the proxy does not open it. Browsers open it
 * directly where they may (pages/proxy-pac.ts), so that no site reaches it through us. `portOpen`: whether the kind of request may go to its port.
 */
export function misuseOf(
  { host }: Authority,
  portOpen: boolean,
  judgement: Judgement,
  { judge, uid }: { readonly judge: Pick<Judge, 'mode' | 'settings'>; readonly uid: number | null },
): BypassKind | 'private' | null {
  const special = specialHost(host);
  if (special === 'computer' || special === 'own') return 'proxy_misuse';
  const mode = judge.mode();
  // Locked, all is shut anyway; that is the better answer.
  if (mode === 'off' || (mode === 'locked' && judgement.action === 'block')) return null;
  if (!portOpen) return special === 'private' ? special : 'proxy_misuse';
  if (special === null || judgement.reason === 'portal') return null;
  if (judge.settings(uid).allowUnnamedHosts) return null;
  return special === 'private' ? special : 'unnamed_host';
}
