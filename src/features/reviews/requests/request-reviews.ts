import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import { enqueueMail } from '#platform/mail/mail.ts';
import { reviewSettings } from '../settings.ts';
import { reviewTexts as texts } from '../texts.ts';
import { createReviewLink, reviewableLineSql } from '../write/purchases.ts';
import { consentField } from './consent-field.tsx';
import { createStopUrl, hasStopped } from './stop-requests.tsx';

const batchSize = 200;
const maxLinks = 8;
/** Most days between an order and its arrival: older orders are not looked at. */
const maxDeliveryDays = 180;

interface DueOrder {
  readonly id: number;
  readonly number: number;
  readonly email: string;
  /** Verified email address of the customer's account, which may differ from the order's address. */
  readonly accountEmail: string | null;
  readonly locale: string;
  readonly hasAgreed: boolean;
  readonly arrivedAt: Date;
}

/**
 * SQL expression of the time when an order arrived, as far as the shop knows. Delivered: the date from staff or
 * tracking. Shipped: the time of shipping plus the most delivery days of the method, counting five working days per
 * week. Pickup: the time of the handover. Downloads: the earliest of the products' last downloads. Null when the
 * order has not arrived yet.
 */
const arrivedSql = `case o.shipment_state
  when 'delivered' then (select max(d.happened_on)::timestamptz from deliveries d where d.order_id = o.id and d.state = 'delivered')
  when 'shipped' then (select max(s.shipped_at) from shipments s where s.order_id = o.id)
    + coalesce((select case when p.is_pickup then 0 else ceil(p.transit_max * 7 / 5.0)::float8 end from order_delivery_promises p where p.order_id = o.id), $3::float8) * interval '1 day'
  when 'none' then (select min(g.last_downloaded_at) from order_lines l join download_grants g on g.order_line_id = l.id where l.order_id = o.id)
  end`;

const arrivedOrdersSql = `select * from (
    select o.id, o.number, o.email, (select a.email from customers a where a.id = o.customer_id and a.email_verified_at is not null) as "accountEmail", o.locale, coalesce(o.meta -> $5::text = 'true', false) as "hasAgreed", ${arrivedSql} as "arrivedAt" from orders o
    where o.status in ('processing', 'completed') and o.created_at > $2::timestamptz and o.id > $4::bigint
      and o.erased_at is null and not exists (select from customers e where e.id = o.customer_id and e.erased_at is not null)
      and not exists (select from review_requests r where r.order_id = o.id) and not exists (select from replacements n where n.order_id = o.id)
  ) arrived where "arrivedAt" <= $1::timestamptz`;

const selectDue = sqlQuery<DueOrder>('reviews.find-due-orders', `${arrivedOrdersSql} order by id limit ${batchSize}`);

/**
 * While requests are off, arrived orders are marked as skipped. After requests are switched on, only buyers of later
 * arrivals get a mail, not those of the last months at once.
 */
const passBy = sqlQuery(
  'reviews.pass-by-orders',
  `insert into review_requests (order_id, skipped, decided_at) select id, 'off', $1::timestamptz from (${arrivedOrdersSql}) arrived on conflict do nothing`,
);

/** Returns no row when another process has claimed the order. */
const claimOrder = sqlQuery<{ id: number }>(
  'reviews.claim-request',
  `insert into review_requests (order_id, skipped, decided_at) values ($1, $2, $3) on conflict do nothing returning order_id as id`,
);

interface ReviewableLine {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/** Returns one line per product, unless the buyer has already reviewed the product. */
const selectLines = sqlQuery<ReviewableLine>(
  'reviews.find-reviewable-lines',
  `select distinct on (p.id) l.id, p.name, p.slug from orders o join order_lines l on l.order_id = o.id join published_products p on p.id = l.product_id
    join products own on own.id = p.id and own.reviews_allowed
  where o.id = $1 and ${reviewableLineSql('l', 'o')} and not exists (
    select from comments c where c.product_id = p.id and c.stars is not null and (c.customer_id = o.customer_id or c.is_address_proved and lower(c.email) = lower(o.email)))
  order by p.id, l.id limit ${maxLinks}`,
);

type Skip = 'refused' | 'nothing-to-review' | 'no-consent' | 'too-old';

/**
 * Sends mails to the buyers of orders that have arrived, once per order.
 * @returns the number of mails
 */
export async function requestReviews(shop: Shop): Promise<number> {
  const { request, requestDays, requestMaxDays, transitDays } = shop.settings(reviewSettings);
  const now = shop.clock.now().getTime();
  const daysAgo = (days: number) => new Date(now - days * 86_400_000);
  const since = daysAgo(requestMaxDays + maxDeliveryDays);
  if (request === 'off') {
    await passBy(shop.db, [shop.clock.now(), since, transitDays, 0, consentField]);
    return 0;
  }
  let sent = 0;
  let last = 0;
  for (;;) {
    const due = await selectDue(shop.db, [daysAgo(requestDays), since, transitDays, last, consentField]);
    for (const order of due) {
      const isOld = order.arrivedAt < daysAgo(requestMaxDays);
      if (await inTransaction(shop.db, (tx) => askBuyer(shop, tx, order, isOld))) sent += 1;
    }
    if (due.length < batchSize) return sent;
    last = due.at(-1)?.id ?? last;
  }
}

async function askBuyer(shop: Shop, tx: Tx, order: DueOrder, isOld: boolean): Promise<boolean> {
  const lines = await selectLines(tx, [order.id]);
  const skipped = isOld ? 'too-old' : await findSkip(shop, tx, order, lines.length);
  const [claimed] = await claimOrder(tx, [order.id, skipped, shop.clock.now()]);
  if (!claimed || skipped !== null) return false;
  const own = shop.inLocale(order.locale);
  const stopUrl = createStopUrl(shop, order.email);
  await enqueueMail(shop.jobs, tx, {
    id: `reviews:request:${order.id}`,
    to: order.email,
    replyTo: shop.choices.email,
    subject: own.t(texts.mailSubject),
    unsubscribeUrl: stopUrl,
    ...own.renderMail(composeRequest(own, order, lines, stopUrl)),
  });
  return true;
}

async function findSkip(
  shop: Shop,
  tx: Tx,
  { email, accountEmail, hasAgreed }: DueOrder,
  lines: number,
): Promise<Skip | null> {
  if (shop.settings(reviewSettings).request === 'opt-in' && !hasAgreed) return 'no-consent';
  if (await hasStopped(shop, tx, accountEmail === null ? [email] : [email, accountEmail])) return 'refused';
  return lines === 0 ? 'nothing-to-review' : null;
}

function composeRequest(
  shop: Shop,
  { number }: DueOrder,
  lines: readonly ReviewableLine[],
  stopUrl: string,
): MailContent {
  const { t } = shop;
  return {
    title: t(texts.mailTitle),
    blocks: [
      { kind: 'paragraph', text: t(texts.mailLead) },
      ...lines.map(
        ({ id, name, slug }) =>
          ({
            kind: 'link',
            text: t(texts.mailReview, { product: name }),
            href: createReviewLink(shop, slug, id),
          }) as const,
      ),
      { kind: 'line' },
      { kind: 'small', text: t(texts.mailWhy, { number: String(number) }) },
      { kind: 'link', text: t(texts.mailStop), href: stopUrl },
    ],
  };
}

export const requestReviewsJob = defineJob({
  name: 'reviews:request-reviews',
  every: '20 9 * * *',
  run: async (shop) => {
    const sent = await requestReviews(shop);
    if (sent > 0) shop.log.info({ sent }, 'buyers were asked for reviews');
  },
});
