import type { Context } from '../context.ts';
import type { WebhookDocument } from '../state/documents.ts';
import { createId } from '../state/ids.ts';
import { formatEvent } from '../webhooks/events.ts';
import { openSigning, verifyEvent } from '../webhooks/signature.ts';
import type { Call, Handler, Route } from './call.ts';
import { readArray, readObject, readString } from './fields.ts';
import { notFound, Problem } from './problem.ts';
import { linkTo } from './views.ts';

const path = '/v1/notifications/webhooks';
const eventsPath = '/v1/notifications/webhooks-events';

function viewWebhook(context: Context, { id, url, eventTypes }: WebhookDocument): object {
  const links = [linkTo(context, `${path}/${id}`, 'self'), linkTo(context, `${path}/${id}`, 'delete', 'DELETE')];
  return { id, url, event_types: eventTypes.map((name) => ({ name })), links };
}

/** Finds or makes the webhook for an address, so that a restart keeps its id. */
export function registerWebhook({ store }: Context, url: string): WebhookDocument {
  const known = store.list('webhooks').find((each) => each.url === url);
  return known ?? store.put('webhooks', { id: createId(), url, eventTypes: ['*'] });
}

const create: Handler = (context, { body }) => {
  const fields = readObject(body, '/');
  const url = readString(fields.url, '/url', 2048, /^https?:\/\//);
  const eventTypes = readArray(fields.event_types, '/event_types', 500).map((each, index) =>
    readString(readObject(each, `/event_types/${index}`).name, `/event_types/${index}/name`, 50),
  );
  if (context.store.list('webhooks').some((each) => each.url === url)) {
    throw new Problem(400, 'WEBHOOK_URL_ALREADY_EXISTS', { field: '/url' });
  }
  const webhook = context.store.put('webhooks', { id: createId(), url, eventTypes });
  return { status: 201, body: viewWebhook(context, webhook) };
};

function find<K extends 'webhooks' | 'events'>(kind: K, { store }: Context, { ids }: Call) {
  const document = store.get(kind, ids[0] ?? '');
  if (!document) throw notFound();
  return document;
}

const remove: Handler = (context, call) => {
  const webhook = find('webhooks', context, call) as WebhookDocument;
  // Deliveries to it fail from now on.
  context.store.put('webhooks', { ...webhook, eventTypes: [], url: '' });
  return { status: 204 };
};

const listEvents: Handler = (context, { query }) => {
  const wanted = query.get('transaction_id');
  const type = query.get('event_type');
  const size = Math.min(Number(query.get('page_size') ?? 10) || 10, 300);
  const found = context.store
    .list('events')
    .filter((event) => (wanted === null || event.body.includes(wanted)) && (type === null || event.type === type))
    .reverse();
  return { status: 200, body: { events: found.slice(0, size).map(formatEvent), count: found.length } };
};

const resend: Handler = (context, call) => {
  const event = find('events', context, call);
  if (!('deliveries' in event)) throw notFound();
  void context.delivery.resend(event);
  return { status: 202, body: formatEvent(event) };
};

/** Compares with the event as sent: a body that was parsed and written again differs. */
const verify: Handler = ({ store }, { body }) => {
  const fields = readObject(body, '/');
  const text = (name: string, max: number) => readString(fields[name], `/${name}`, max);
  const transmissionId = text('transmission_id', 50);
  const parts = { transmissionId, time: text('transmission_time', 100), webhookId: text('webhook_id', 50) };
  const signature = text('transmission_sig', 500);
  const event = readObject(fields.webhook_event, '/webhook_event');
  const isKnown = store.get('webhooks', parts.webhookId) !== undefined && text('auth_algo', 100) === 'SHA256withRSA';
  const isRight = isKnown && verifyEvent({ ...parts, body: JSON.stringify(event) }, signature, openSigning(store));
  return { status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } };
};

export const webhookRoutes: readonly Route[] = [
  { method: 'POST', path, operation: 'createWebhook', handler: create },
  {
    method: 'GET',
    path,
    operation: 'listWebhooks',
    handler: (context) => {
      const webhooks = context.store.list('webhooks').filter(({ url }) => url !== '');
      return { status: 200, body: { webhooks: webhooks.map((each) => viewWebhook(context, each)) } };
    },
  },
  {
    method: 'GET',
    path: `${path}/:`,
    operation: 'getWebhook',
    handler: (context, call) => ({
      status: 200,
      body: viewWebhook(context, find('webhooks', context, call) as WebhookDocument),
    }),
  },
  { method: 'DELETE', path: `${path}/:`, operation: 'deleteWebhook', handler: remove },
  { method: 'GET', path: eventsPath, operation: 'listEvents', handler: listEvents },
  { method: 'POST', path: `${eventsPath}/:/resend`, operation: 'resendEvent', handler: resend },
  { method: 'POST', path: '/v1/notifications/verify-webhook-signature', operation: 'verifySignature', handler: verify },
];
