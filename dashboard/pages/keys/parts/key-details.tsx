import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { listed, number } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { askScopes } from '../queries.ts';
import { keysWords } from '../words.ts';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import { keyHealth } from './key-health.ts';
import { KeyState } from './key-state.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { scopeText } from './scope-groups.ts';
import { Secrets } from './secrets.tsx';
import { Usage } from './usage.tsx';

export type KeyDoing = 'edit' | 'rotate' | 'revoke';

interface KeyDetailsProps {
  readonly of: ApiKey;
  readonly doing: KeyDoing | null;
  readonly onEnd: () => void;
}

/** One key: whether it works, its secrets, what it may do, and what it did. */
export function KeyDetails({ of, doing, onEnd }: KeyDetailsProps) {
  const w = keysWords.read();
  const client = useQueryClient();
  const [opened] = useState(() => Date.now());
  const revoke = async (): Promise<void> => {
    await school.keys.revoke(of.id);
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  return (
    <>
      <Warning of={of} now={opened} />
      <About of={of} />
      <Secrets of={of} />
      <Scopes of={of} />
      <Usage id={of.id} />
      {doing === 'edit' ? <EditKeyDialog of={of} onClose={onEnd} /> : null}
      {doing === 'rotate' ? <RotateDialog of={of} onClose={onEnd} /> : null}
      <Confirm
        opened={doing === 'revoke'}
        onClose={onEnd}
        title={w.revoke.title(of.name)}
        text={w.revoke.text}
        act={w.revoke.act}
        danger={true}
        run={revoke}
      />
    </>
  );
}

function Warning({ of, now }: { readonly of: ApiKey; readonly now: number }) {
  const w = keysWords.read().warnings;
  const health = keyHealth(of, now);
  switch (health.state) {
    case 'works':
      return null;
    case 'soon':
      return <Notice kind="warn">{w.soon(dayAndTime(of.expiresAt ?? ''))}</Notice>;
    case 'expired':
      return <Notice kind="bad">{w.expired(dayAndTime(of.expiresAt ?? ''))}</Notice>;
    case 'revoked':
      return <Notice kind="quiet">{w.revoked(dayAndTime(of.revokedAt ?? ''))}</Notice>;
  }
}

function About({ of }: { readonly of: ApiKey }) {
  const w = keysWords.read();
  return (
    <Block title={w.about.title}>
      <Facts
        items={[
          { label: w.list.state, value: <KeyState of={of} /> },
          {
            label: w.list.expires,
            value: of.expiresAt === null ? w.never : <Moment at={of.expiresAt} show="full" />,
          },
          { label: w.form.unit, value: of.ou ?? w.about.everywhere },
          {
            label: w.form.networks,
            value: of.ipAllowList.length === 0 ? w.about.anyNetwork : listed(of.ipAllowList),
          },
          {
            label: w.form.limit,
            value: of.rateLimitOverride === null ? w.about.usual : number(of.rateLimitOverride),
          },
          { label: w.about.made, value: <Moment at={of.createdAt} show="full" /> },
          { label: w.about.id, value: <span className="mono">{of.id}</span> },
        ]}
      />
    </Block>
  );
}

function Scopes({ of }: { readonly of: ApiKey }) {
  const w = keysWords.read();
  const scopes = useQuery(askScopes());
  return (
    <Block title={w.form.scopes}>
      <ul className="keys-scope-list">
        {of.scopes.map((name) => {
          const info = scopes.data?.find((one) => one.name === name);
          return (
            <li key={name}>
              <span className="mono">{name}</span>
              <span className="quiet text-meta">{info === undefined ? '' : scopeText(info)}</span>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
