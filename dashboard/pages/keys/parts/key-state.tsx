import type { ApiKey } from '../../../../sdk/node/index.ts';
import { Pill } from '../../../ui/status.tsx';
import { keysWords } from '../words.ts';
import { keyHealth } from './key-health.ts';

/** Whether a key works, and for how long yet. */
export function KeyState({ of }: { readonly of: ApiKey }) {
  const w = keysWords.read().state;
  const health = keyHealth(of);
  switch (health.state) {
    case 'works':
      return <span>{w.works}</span>;
    case 'soon':
      return (
        <Pill tone="warn" icon="clock">
          {w.soon(health.days)}
        </Pill>
      );
    case 'expired':
      return (
        <Pill tone="bad" icon="x">
          {w.expired}
        </Pill>
      );
    case 'revoked':
      return <Pill tone="quiet">{w.revoked}</Pill>;
  }
}
