import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { askPublicKey } from '../queries.ts';
import { webhooksWords } from '../words.ts';
import { WebhookHealth } from './webhook-health.tsx';

/** How a webhook is, and how it is set. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const w = webhooksWords.read();
  const isSigned = webhook.kind === 'standard';
  const headers = Object.keys(webhook.headers);
  return (
    <Block title={w.settings}>
      <Facts
        items={[
          { label: w.health, value: <WebhookHealth webhook={webhook} /> },
          {
            label: w.lastSuccess,
            value:
              webhook.lastSuccessAt === null ? common.read().never : <Moment at={webhook.lastSuccessAt} />,
          },
          { label: w.address, value: <span className="mono">{webhook.url}</span> },
          ...(webhook.description === null ? [] : [{ label: w.description, value: webhook.description }]),
          { label: w.kind, value: w.kinds[webhook.kind] ?? webhook.kind },
          { label: w.events, value: <Events events={webhook.events} /> },
          {
            label: w.signature,
            value: isSigned ? (w.signatures[webhook.signature] ?? webhook.signature) : w.unsigned,
          },
          ...(isSigned
            ? [{ label: w.headers, value: headers.length === 0 ? w.noHeaders : headers.join(', ') }]
            : []),
          { label: w.made, value: <Moment at={webhook.createdAt} show="day" /> },
        ]}
      />
      {webhook.signature === 'hmac+ed25519' ? <PublicKey id={webhook.id} /> : null}
    </Block>
  );
}

function Events({ events }: Pick<Webhook, 'events'>) {
  const w = webhooksWords.read();
  if (events.includes('*')) return w.allEvents;
  return (
    <ul>
      {events.map((event) => (
        <li key={event}>
          <span className="mono">{event}</span>
          {w.eventNames[event] === undefined ? null : <span className="quiet"> {w.eventNames[event]}</span>}
        </li>
      ))}
    </ul>
  );
}

/** With it a receiver checks deliveries without knowing a secret. */
function PublicKey({ id }: { readonly id: string }) {
  const w = webhooksWords.read();
  const key = useQuery(askPublicKey(id));
  return (
    <Loaded query={key} rows={1}>
      {({ publicKey }) => (
        <div>
          <p className="quiet text-meta">{w.publicKey}</p>
          <CopyBlock text={publicKey} label={w.publicKey} />
        </div>
      )}
    </Loaded>
  );
}
