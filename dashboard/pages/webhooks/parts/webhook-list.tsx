import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { askWebhooks } from '../queries.ts';
import { webhooksWords } from '../words.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookHealth } from './webhook-health.tsx';

/** All webhooks with their health. */
export function WebhookList() {
  const w = webhooksWords.read();
  const may = useMay();
  const navigate = useNavigate();
  const webhooks = useQuery(askWebhooks());
  const [isMaking, setIsMaking] = useState(false);
  const create = may('createWebhook') ? (
    <Button leftSection={<Icon name="plus" />} onClick={() => setIsMaking(true)}>
      {w.create}
    </Button>
  ) : null;
  return (
    <Page title={w.title} primary={create}>
      <p className="quiet webhooks-intro">{w.intro}</p>
      <Loaded query={webhooks}>
        {({ data }) => (
          <Block label={w.title}>
            <DataTable
              label={w.title}
              columns={columns()}
              rows={data}
              rowKey={({ id }) => id}
              link={(webhook) => (
                <Link to="/webhooks/{-$id}" params={{ id: webhook.id }} search={{}} className="webhooks-url">
                  {webhook.description ?? webhook.url}
                </Link>
              )}
              empty={<Empty title={w.none}>{w.noneText}</Empty>}
            />
          </Block>
        )}
      </Loaded>
      <CreateWebhook
        opened={isMaking}
        onClose={() => setIsMaking(false)}
        onMade={(id) => void navigate({ to: '/webhooks/{-$id}', params: { id }, search: {} })}
      />
    </Page>
  );
}

function columns(): readonly Column<Webhook>[] {
  const w = webhooksWords.read();
  return [
    { key: 'url', head: w.address, cell: ({ url }) => url },
    { key: 'kind', head: w.kind, cell: ({ kind }) => w.kinds[kind] ?? kind },
    {
      key: 'events',
      head: w.events,
      narrow: 'hide',
      cell: ({ events }) => (events.includes('*') ? w.allEvents : w.eventCount(events.length)),
    },
    { key: 'health', head: w.health, cell: (webhook) => <WebhookHealth webhook={webhook} /> },
    {
      key: 'success',
      head: w.lastSuccess,
      cell: ({ lastSuccessAt }) =>
        lastSuccessAt === null ? (
          <span className="quiet">{common.read().never}</span>
        ) : (
          <Moment at={lastSuccessAt} show="ago" />
        ),
    },
  ];
}
