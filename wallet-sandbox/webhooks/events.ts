import type { Context } from '../context.ts';
import type { PaymentPlan } from '../faults/table.ts';
import { formatTime } from '../state/clock.ts';
import type { DeliveryState, EventDocument } from '../state/documents.ts';
import { createEventId } from '../state/ids.ts';
import { createRandom } from '../state/random.ts';

interface NewEvent {
  readonly type: string;
  readonly resourceType: 'checkout-order' | 'authorization' | 'capture' | 'refund' | 'dispute';
  readonly summary: string;
  readonly resource: object;
  readonly orderId: string;
}

/** Notes an event for all webhooks that want it. It is delivered when its work is done. */
export function publishEvent(context: Context, { type, resourceType, summary, resource, orderId }: NewEvent): void {
  const now = context.clock.now();
  const id = createEventId();
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: now.toISOString(),
    resource_type: resourceType,
    ...(resourceType === 'dispute' ? {} : { resource_version: '2.0' }),
    event_type: type,
    summary,
    resource,
    links: [{ href: `${context.restUrl}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
  });
  const plan = context.store.get('orders', orderId)?.plan ?? {};
  const wanted = context.store
    .list('webhooks')
    .filter(({ eventTypes }) => eventTypes.includes('*') || eventTypes.includes(type));
  const deliveries = plan.webhookNever
    ? []
    : wanted.map((webhook): DeliveryState => {
        const lateness = chooseLateness(context, id, plan);
        return {
          webhookId: webhook.id,
          status: 'PENDING',
          attempts: 0,
          dueAt: now.getTime() + lateness,
          repeats: plan.webhookTwice ? 1 : 0,
          hasBadSignature: plan.webhookBadSignature === true,
        };
      });
  const event: EventDocument = { id, orderId, type, body, createdAt: now.getTime(), deliveries };
  context.published.push(context.store.put('events', event));
}

function chooseLateness({ faults: { waits } }: Context, id: string, plan: PaymentPlan): number {
  if (plan.webhookLate) return waits.lateWebhook;
  if (!plan.webhookShuffled) return 0;
  const seed = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 0);
  return Math.round(createRandom(seed)() * waits.shuffledWebhook);
}

export function formatEvent(event: EventDocument): object {
  const transmissions = event.deliveries.map(({ webhookId, status }) => ({ webhook_id: webhookId, status }));
  return { ...JSON.parse(event.body), create_time: formatTime(new Date(event.createdAt)), transmissions };
}
