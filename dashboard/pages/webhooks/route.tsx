import { getRouteApi } from '@tanstack/react-router';
import { OneWebhook } from './parts/one-webhook.tsx';
import { WebhookList } from './parts/webhook-list.tsx';
import './webhooks.css';

const route = getRouteApi('/frame/webhooks/{-$id}');

/** All webhooks, or the one of the address. */
export function WebhooksPage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  return id === undefined ? <WebhookList /> : <OneWebhook key={id} id={id} search={search} />;
}
