import { z } from 'zod';
import { createStopLink } from '#features/email-preferences/index.ts';
import { defineSettings } from '#platform/config/settings.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { enqueueMail } from '#platform/mail/mail.ts';
import { composeNews } from './compose-news.ts';
import { findNews, type ItemSnapshot, type WishlistNews } from './find-news.ts';
import { wishlistMailTexts as texts } from './texts.ts';

export const wishlistMailSettings = defineSettings(
  'wishlist-mails',
  z.strictObject({
    days: z.int().min(1).max(90).default(7).describe('Days between two mails with wishlist news to one customer.'),
  }),
);

export const newsKind = 'wishlist-news';

/** Maximum number of customers loaded by one statement. */
const batchSize = 200;

interface Receiver {
  readonly id: number;
  readonly email: string;
  /** Language in which the customer asked for the mail. */
  readonly locale: string;
  /** Time of the last mail, or when the customer asked for the mail. */
  readonly since: Date;
}

const selectReceivers = sqlQuery<Receiver>(
  'wishlist-mails.find-receivers',
  `select c.id, c.email, p.locale, greatest(p.changed_at, m.sent_at) as since
  from email_preferences p join customers c on c.id = p.customer_id left join wishlist_mails m on m.customer_id = c.id
  where p.kind = $1 and p.is_wanted and c.email_verified_at is not null and c.erased_at is null
    and (m.sent_at is null or m.sent_at <= $2) and c.id > $3
  order by c.id limit ${batchSize}`,
);

const saveSnapshots = sqlQuery(
  'wishlist-mails.save-looks',
  `insert into wishlist_item_looks (item_id, price, is_available, looked_at)
  select i.id, n.price, n.is_available, $4 from unnest($1::bigint[], $2::bigint[], $3::boolean[]) n (id, price, is_available)
    join wishlist_items i on i.id = n.id order by i.id
  on conflict (item_id) do update set price = excluded.price, is_available = excluded.is_available, looked_at = excluded.looked_at`,
);

/** Returns no row when the customer has received a mail in the meantime, or no longer wants it. */
const claimMail = sqlQuery<{ customerId: number }>(
  'wishlist-mails.claim-mail',
  `insert into wishlist_mails (customer_id, sent_at)
  select customer_id, $3 from email_preferences where customer_id = $1 and kind = $2 and is_wanted
  on conflict (customer_id) do update set sent_at = excluded.sent_at where wishlist_mails.sent_at <= $4
  returning customer_id as "customerId"`,
);

/**
 * Mails the news to all customers who want them. A failure for one customer is logged; the next daily run tries
 * again.
 * @returns number of mails
 */
export async function sendNews(shop: Shop): Promise<number> {
  const due = daysBefore(shop.clock.now(), shop.settings(wishlistMailSettings).days);
  let sent = 0;
  let last = 0;
  for (;;) {
    const receivers = await selectReceivers(shop.db, [newsKind, due, last]);
    for (const receiver of receivers) {
      try {
        if (await sendNewsTo(shop, receiver, due)) sent += 1;
      } catch (error) {
        shop.log.error({ err: error, customer: receiver.id }, 'wishlist news of a customer were not mailed');
      }
    }
    if (receivers.length < batchSize) return sent;
    last = receivers.at(-1)?.id ?? last;
  }
}

async function sendNewsTo(shop: Shop, receiver: Receiver, due: Date): Promise<boolean> {
  const { news, snapshots } = await findNews(shop, shop.db, receiver.id, receiver.since);
  const hasNews = Object.values(news).some((part: readonly unknown[]) => part.length > 0);
  if (!hasNews && snapshots.length === 0) return false;
  return inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const isClaimed = hasNews && (await claimMail(tx, [receiver.id, newsKind, now, due])).length > 0;
    if (hasNews && !isClaimed) return false;
    await saveSnapshots(tx, [...toColumns(snapshots), now]);
    if (isClaimed) await enqueueMail(shop.jobs, tx, createMail(shop.inLocale(receiver.locale), receiver, news, now));
    return isClaimed;
  });
}

const toColumns = (snapshots: readonly ItemSnapshot[]) => [
  snapshots.map(({ itemId }) => itemId),
  snapshots.map(({ price }) => price),
  snapshots.map(({ isAvailable }) => isAvailable),
];

function createMail(shop: Shop, { id, email }: Receiver, news: WishlistNews, now: Date) {
  const stopUrl = createStopLink(shop, id, newsKind);
  return {
    id: `wishlist-news:${id}:${now.toISOString().slice(0, 10)}`,
    to: email,
    replyTo: shop.choices.email,
    subject: shop.t(texts.subject, { shop: shop.choices.name }),
    unsubscribeUrl: stopUrl,
    ...shop.renderMail(composeNews(shop, news, stopUrl)),
  };
}

export const sendNewsJob = defineJob({
  name: 'wishlist-mails:send-news',
  every: '10 7 * * *',
  run: async (shop) => {
    const sent = await sendNews(shop);
    shop.log.info({ sent }, 'wishlist news were mailed');
  },
});
