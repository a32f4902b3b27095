import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Counter } from '#platform/limits/limits.ts';
import { composeLimitWarning, type RefusalCount } from '../emails/limit-warning.ts';
import type { RefusalKind } from './order-limits.ts';

const refusalKinds: readonly RefusalKind[] = [
  ...(['visitor', 'address', 'email', 'domain', 'all'] as const),
  ...(['visitor-quantity', 'visitor-share', 'unconfirmed-share'] as const),
];
const hour = 60 * 60 * 1000;
/** Milliseconds from the first refusal to the email, to collect more refusals. */
const collectionPeriod = 5 * 60 * 1000;

const createCounter = (kind: RefusalKind): Counter => ({ name: `orders-refused-${kind}`, seconds: hour / 1000 });

/**
 * Counts a refused order. The first refusal of a kind in an hour schedules the warning; the owner
 * gets at most one warning an hour.
 */
export async function countRefusal(shop: Shop, kind: RefusalKind): Promise<void> {
  const now = shop.clock.now();
  const count = await shop.limits.count(createCounter(kind));
  shop.log.warn({ limit: kind, count }, 'an order was refused by a limit');
  if (count > 1) return;
  const hourStart = new Date(Math.floor(now.getTime() / hour) * hour).toISOString();
  await shop.jobs.add(
    shop.db,
    limitWarningJob,
    { hour: hourStart },
    {
      // Does not replace an existing job of this hour, even while it runs.
      ...{ key: `checkout:send-limit-warning:${hourStart}`, keyMode: 'unsafe_dedupe' },
      runAt: new Date(now.getTime() + collectionPeriod),
    },
  );
}

const payloadSchema = z.object({ hour: z.iso.datetime() });

/** Composes the email when it is sent. The id of the email contains the hour, so only one is sent per hour. */
export const limitWarningJob = defineJob({
  name: 'checkout:send-limit-warning',
  schema: payloadSchema,
  run: async (shop, { hour: hourStart }: z.infer<typeof payloadSchema>) => {
    const since = new Date(hourStart);
    const refusals: RefusalCount[] = [];
    for (const kind of refusalKinds)
      refusals.push({ kind, count: await shop.limits.countAt(createCounter(kind), since) });
    const { subject, content } = composeLimitWarning(
      shop,
      since,
      refusals.filter(({ count }) => count > 0),
    );
    const id = `order-limits:${hourStart.slice(0, 13)}`;
    await shop.mail.send({ id, to: shop.choices.email, subject, ...shop.renderMail(content) });
  },
});
