import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { findPaymentByPublicId, findPaymentByReference, type Payment } from '../ledger/payment.ts';
import { paymentProviders } from '../providers/provider.ts';
import type { ProviderEvent } from '../providers/remote-provider.ts';
import { settle } from '../settle/settle.ts';

const insertEvent = namedQuery<
  Omit<WaitingEvent, 'id'> & { readonly eventId: string; readonly now: Date },
  { id: number }
>(
  'payments.insert-event',
  `insert into provider_events (provider, event_id, public_id, reference, received_at, approved_at) values ($provider, $eventId, $publicId, $reference, $now, $approvedAt)
  on conflict (provider, event_id) do nothing returning id`,
);

/** Stores an event of a provider once, and enqueues the job that settles its payment. */
export async function storeEvent(shop: Shop, provider: string, event: ProviderEvent): Promise<void> {
  const { eventId, reference, approvedAt = null } = event;
  const publicId = z.uuid().safeParse(event.publicId).success ? event.publicId : null;
  await shop.db.transaction(async (tx) => {
    const values = { provider, eventId, publicId, reference, now: shop.clock.now(), approvedAt };
    const stored = await insertEvent(tx, values);
    for (const { id } of stored) await shop.jobs.add(tx, settleEventsJob, { event: id });
  });
}

interface WaitingEvent {
  readonly id: number;
  readonly provider: string;
  readonly publicId: string | null;
  readonly reference: string | null;
  readonly approvedAt: Date | null;
}

/** Days in which the shop looks for the payment of an event. Older events are kept without further attempts. */
const retryDays = 7;
const batchSize = 200;

const selectWaiting = sqlQuery<WaitingEvent>(
  'payments.list-waiting-events',
  `select id, provider, public_id as "publicId", reference, approved_at as "approvedAt" from provider_events
  where settled_at is null and received_at > $1::timestamptz - make_interval(days => $2) and id > $3 order by id limit $4`,
);

const updateEvent = sqlQuery<object>(
  'payments.finish-event',
  'update provider_events set payment_id = $2, settled_at = $3 where id = $1',
);

const selectWaitingEvent = sqlQuery<WaitingEvent>(
  'payments.find-waiting-event',
  `select id, provider, public_id as "publicId", reference, approved_at as "approvedAt" from provider_events
  where id = $1 and settled_at is null`,
);

/**
 * Settles the payment of one event, or the payments of all waiting events. An event whose payment is unknown keeps
 * waiting and does not block other events: it may arrive before the answer with the payment's reference, or belong to
 * a payment of another shop.
 */
async function settleEvents(shop: Shop, { event }: z.infer<typeof payload>): Promise<void> {
  if (event !== undefined) return settleBatch(shop, await selectWaitingEvent(shop.db, [event]));
  let waiting: WaitingEvent[] = [];
  do {
    waiting = await selectWaiting(shop.db, [shop.clock.now(), retryDays, waiting.at(-1)?.id ?? 0, batchSize]);
    await settleBatch(shop, waiting);
  } while (waiting.length === batchSize);
}

/** Settles each payment of these events once. */
async function settleBatch(shop: Shop, waiting: readonly WaitingEvent[]): Promise<void> {
  const byPayment = new Map<number, WaitingEvent[]>();
  for (const event of waiting) {
    const payment = await findEventPayment(shop, event);
    if (payment) byPayment.set(payment.id, [...(byPayment.get(payment.id) ?? []), event]);
  }
  for (const [paymentId, events] of byPayment) {
    try {
      const approvals = events.flatMap(({ approvedAt }) => approvedAt ?? []);
      const latest = approvals.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
      await settle(shop, paymentId, latest);
      for (const { id } of events) await updateEvent(shop.db, [id, paymentId, shop.clock.now()]);
    } catch (error) {
      shop.log.warn({ ...toLoggableFailure(error), payment: paymentId }, 'a payment could not be settled');
    }
  }
}

async function findEventPayment(shop: Shop, { provider, publicId, reference }: WaitingEvent): Promise<Payment | null> {
  const byPublicId = publicId === null ? null : await findPaymentByPublicId(shop.db, publicId);
  const ids = listProvidersOf(shop, provider);
  if (byPublicId && ids.includes(byPublicId.provider)) return byPublicId;
  return reference === null ? null : findPaymentByReference(shop.db, ids, reference);
}

/** Lists the ids of the providers whose payments the events of a provider report. */
function listProvidersOf(shop: Shop, provider: string): string[] {
  const others = shop.implementations(paymentProviders).flatMap((each) => {
    return each.kind === 'remote' && each.eventsOf === provider ? each.id : [];
  });
  return [provider, ...others];
}

const payload = z.object({ event: z.int().optional() });

/**
 * Enqueued for each event alone, because a provider that does not answer would otherwise be asked about all earlier
 * events with each new event. Also runs every minute for all waiting events.
 */
export const settleEventsJob = defineJob({
  name: 'payments:settle-events',
  schema: payload,
  every: '* * * * *',
  run: settleEvents,
});
