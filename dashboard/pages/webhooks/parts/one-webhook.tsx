import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { type ActionItem, ActionMenu } from '../../../ui/action-menu.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { askWebhook } from '../queries.ts';
import type { WebhooksSearch } from '../search.ts';
import { webhooksWords } from '../words.ts';
import { DeliveriesBlock } from './deliveries-block.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { ReadSecretDialog, RotateDialog } from './secret-dialogs.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { HealthNotice } from './webhook-health.tsx';

/** The dialog that is open, with the webhook as it was then. */
interface Doing {
  readonly what: 'edit' | 'test' | 'rotate' | 'read' | 'recover' | 'off' | 'delete';
  readonly webhook: Webhook;
}

interface OneWebhookProps {
  readonly id: string;
  readonly search: WebhooksSearch;
}

/** One webhook: its health and settings, its deliveries, and what one does with it. */
export function OneWebhook({ id, search }: OneWebhookProps) {
  const w = webhooksWords.read();
  const navigate = useNavigate();
  const query = useQuery(askWebhook(id));
  const webhook = query.data;
  const [doing, setDoing] = useState<Doing | null>(null);
  const turnOn = useTurn(id, true);
  const onSearch = (next: WebhooksSearch) =>
    void navigate({ to: '/webhooks/{-$id}', params: { id }, search: next, resetScroll: false });
  return (
    <Page
      title={webhook === undefined ? w.title : (webhook.description ?? webhook.url)}
      aside={
        <Link to="/webhooks/{-$id}" params={{ id: undefined }} search={{}}>
          {w.allWebhooks}
        </Link>
      }
      primary={
        webhook === undefined ? null : (
          <Acts
            webhook={webhook}
            onDo={(what) => setDoing({ what, webhook })}
            onTurnOn={() => turnOn.mutate()}
          />
        )
      }
    >
      <Problem error={turnOn.error} />
      <Loaded query={query}>
        {(data) => (
          <>
            <HealthNotice webhook={data} />
            <WebhookFacts webhook={data} />
            <DeliveriesBlock webhook={data} search={search} onSearch={onSearch} />
            {search.delivery === undefined ? null : (
              <DeliveryDialog
                webhookId={id}
                deliveryId={search.delivery}
                isOn={data.enabled}
                onClose={() => onSearch({ ...search, delivery: undefined })}
              />
            )}
          </>
        )}
      </Loaded>
      {doing === null ? null : <Dialogs doing={doing} onClose={() => setDoing(null)} />}
    </Page>
  );
}

interface ActsProps {
  readonly webhook: Webhook;
  readonly onDo: (what: Doing['what']) => void;
  readonly onTurnOn: () => void;
}

function Acts({ webhook, onDo, onTurnOn }: ActsProps) {
  const w = webhooksWords.read();
  const may = useMay();
  const isSigned = webhook.kind === 'standard';
  const items: readonly (ActionItem & { readonly needs: string; readonly isThere?: boolean })[] = [
    { needs: 'updateWebhook', label: w.edit, icon: 'edit', onPick: () => onDo('edit') },
    {
      needs: 'recoverWebhook',
      isThere: webhook.enabled,
      label: w.recover,
      icon: 'refresh',
      onPick: () => onDo('recover'),
    },
    {
      needs: 'rotateWebhookSecret',
      isThere: isSigned,
      label: w.rotate,
      icon: 'key',
      onPick: () => onDo('rotate'),
    },
    {
      needs: 'getWebhookSecret',
      isThere: isSigned,
      label: w.readSecret,
      icon: 'eye',
      onPick: () => onDo('read'),
    },
    {
      needs: 'updateWebhook',
      isThere: webhook.enabled,
      label: w.turnOff,
      icon: 'power',
      onPick: () => onDo('off'),
    },
    { needs: 'deleteWebhook', label: w.remove, icon: 'trash', danger: true, onPick: () => onDo('delete') },
  ];
  const shown = items.filter(({ needs, isThere }) => may(needs) && isThere !== false);
  return (
    <>
      {shown.length === 0 ? null : <ActionMenu label={common.read().more} items={shown} />}
      {!webhook.enabled && may('updateWebhook') ? <Button onClick={onTurnOn}>{w.turnOn}</Button> : null}
      {webhook.enabled && may('testWebhook') ? <Button onClick={() => onDo('test')}>{w.test}</Button> : null}
    </>
  );
}

function Dialogs({
  doing: { what, webhook },
  onClose,
}: {
  readonly doing: Doing;
  readonly onClose: () => void;
}) {
  const w = webhooksWords.read();
  const navigate = useNavigate();
  const client = useQueryClient();
  const turnOff = useTurn(webhook.id, false);
  const shown = { webhook, opened: true, onClose };
  switch (what) {
    case 'edit':
      return <EditWebhook {...shown} />;
    case 'test':
      return <TestDialog {...shown} />;
    case 'rotate':
      return <RotateDialog {...shown} />;
    case 'read':
      return <ReadSecretDialog {...shown} />;
    case 'recover':
      return <RecoverDialog {...shown} />;
    case 'off':
      return (
        <Confirm
          opened
          onClose={onClose}
          title={w.turnOffTitle}
          text={w.turnOffText(webhook.url)}
          act={w.turnOff}
          run={() => turnOff.mutateAsync()}
        />
      );
    case 'delete':
      return (
        <Confirm
          opened
          onClose={onClose}
          title={w.remove}
          text={w.removeText(webhook.url)}
          act={w.remove}
          danger
          run={async () => {
            await school.webhooks.delete(webhook.id);
            await navigate({ to: '/webhooks/{-$id}', params: { id: undefined }, search: {} });
            toast({ text: w.removed });
            client.removeQueries({ queryKey: ['webhooks', 'one', webhook.id] });
            await client.invalidateQueries({ queryKey: ['webhooks', 'list'] });
          }}
        />
      );
  }
}

/** Turns it on or off. */
function useTurn(id: string, enabled: boolean) {
  const w = webhooksWords.read();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => school.webhooks.update(id, { enabled }),
    onSuccess: async () => {
      toast({ text: enabled ? w.turnedOn : w.turnedOff });
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
}
