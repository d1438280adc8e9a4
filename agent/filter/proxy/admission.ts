import type { BypassKind } from '../../../contracts/policy/bypass.ts';
import type { Judge, Judgement } from '../judge.ts';
import { type Authority, specialHost } from './request-target.ts';

/**
 * Why a request is refused, whatever policy says: it would lead to this computer, to a device beside it, or round the filter; null = it is not
 * refused. This computer is always refused, the rest only while the filter is on. `private`: a device of a network beside this computer. The proxy
 * does not open it. Browsers open it directly where they may (pages/proxy-pac.ts), so that no site reaches it through us. `portOpen`: whether the
 * kind of request may go to its port.
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
  // In a lock everything is closed anyway, and the page about the lock is the better answer.
  if (mode === 'off' || (mode === 'locked' && judgement.action === 'block')) return null;
  if (!portOpen) return special === 'private' ? special : 'proxy_misuse';
  if (special === null || judgement.reason === 'portal') return null;
  if (judge.settings(uid).allowUnnamedHosts) return null;
  return special === 'private' ? special : 'unnamed_host';
}
