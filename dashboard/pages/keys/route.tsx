import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../sdk/node/index.ts';
import { useMay } from '../../app/client/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import './keys.css';
import { KeyDetails, type KeyDoing } from './parts/key-details.tsx';
import { KeyList } from './parts/key-list.tsx';
import { NewKeyDialog } from './parts/new-key-dialog.tsx';
import { askKey, askKeys } from './queries.ts';
import { keysWords } from './words.ts';

const route = getRouteApi('/frame/keys/{-$id}');

export function KeysPage() {
  const { id } = route.useParams();
  return id === undefined ? <AllKeys /> : <OneKey key={id} id={id} />;
}

function AllKeys() {
  const w = keysWords.read();
  const may = useMay();
  const navigate = route.useNavigate();
  const keys = useQuery(askKeys());
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={w.title}
      primary={
        may('createApiKey') ? <Button onClick={() => setMaking(true)}>{w.createOpen}</Button> : undefined
      }
    >
      <p className="quiet">{w.intro}</p>
      <Loaded query={keys}>{(all) => <KeyList keys={all} />}</Loaded>
      <NewKeyDialog
        opened={isMaking}
        onClose={() => setMaking(false)}
        onMade={({ id }) => void navigate({ to: '/keys/{-$id}', params: { id }, search: {} })}
      />
    </Page>
  );
}

function OneKey({ id }: { readonly id: string }) {
  const w = keysWords.read();
  const may = useMay();
  const key = useQuery(askKey(id));
  const [doing, setDoing] = useState<KeyDoing | null>(null);
  const isGone = key.error instanceof ApiError && (key.error.status === 404 || key.error.status === 400);
  const works = key.data !== undefined && key.data.revokedAt === null;
  return (
    <Page
      title={key.data?.name ?? w.title}
      primary={
        works && may('rotateApiKey') ? (
          <Button onClick={() => setDoing('rotate')}>{w.rotate.open}</Button>
        ) : undefined
      }
      aside={works ? <KeyMenu onPick={setDoing} /> : undefined}
    >
      <div>
        <LinkButton
          to="/keys/{-$id}"
          params={{ id: undefined }}
          search={{}}
          variant="subtle"
          leftSection={<Icon name="arrow-left" />}
        >
          {w.all}
        </LinkButton>
      </div>
      {isGone ? (
        <Empty title={w.gone.title}>{w.gone.text}</Empty>
      ) : (
        <Loaded query={key}>
          {(data) => <KeyDetails of={data} doing={doing} onEnd={() => setDoing(null)} />}
        </Loaded>
      )}
    </Page>
  );
}

function KeyMenu({ onPick }: { readonly onPick: (doing: KeyDoing) => void }) {
  const w = keysWords.read();
  const may = useMay();
  const items = [
    ...(may('updateApiKey')
      ? [{ label: w.editOpen, icon: 'edit' as const, onPick: () => onPick('edit') }]
      : []),
    ...(may('revokeApiKey')
      ? [{ label: w.revoke.open, icon: 'trash' as const, danger: true, onPick: () => onPick('revoke') }]
      : []),
  ];
  return items.length === 0 ? null : <ActionMenu label={w.more} items={items} />;
}
