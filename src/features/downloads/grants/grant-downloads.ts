import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { fetchFileJob } from '../files/fetch-file.ts';
import { isAddress } from '../files/stored-files.ts';

/**
 * Clamp the values, so that large numbers of a product can't keep its order from being paid. 36,500 days are 100
 * years.
 */
const files = `select l.id as line, d.position, d.name, d.location,
    case when v.download_limit > 0 then least(v.download_limit::bigint * l.quantity, 2147483647)::integer end as remaining,
    case when v.download_expiry_days > 0 then least(v.download_expiry_days, 36500) end as days
  from order_lines l join variations v on v.id = l.variation_id join downloads d on d.variation_id = v.id
  where l.order_id = $1 and l.downloadable`;

const insertGrants = sqlQuery<{ location: string }>(
  'downloads.insert-grants',
  `insert into download_grants (order_line_id, position, name, location, remaining, expires_at)
  select line, position, name, location, remaining, $2::timestamptz + make_interval(days => days) from (${files}) f
  on conflict (order_line_id, position) do nothing returning location`,
);

const renewGrants = sqlQuery<{ location: string }>(
  'downloads.renew-grants',
  `insert into download_grants (order_line_id, position, name, location, remaining, expires_at)
  select line, position, name, location, remaining, $2::timestamptz + make_interval(days => days) from (${files}) f
  on conflict (order_line_id, position) do update set name = excluded.name, location = excluded.location,
    remaining = excluded.remaining, expires_at = excluded.expires_at
  returning location`,
);

/** Handles the payment of an order: grants its downloads. Does nothing for an order without files. */
export async function grantDownloads(shop: Shop, tx: Tx, { id }: { readonly id: number }): Promise<void> {
  await enqueueFetches(shop, tx, await insertGrants(tx, [id, shop.clock.now()]));
}

/**
 * Grants the downloads of an order again: the present files of its products, with all downloads, from today.
 * @returns the number of files
 */
export async function renewDownloads(shop: Shop, tx: Tx, orderId: number): Promise<number> {
  const renewed = await renewGrants(tx, [orderId, shop.clock.now()]);
  await enqueueFetches(shop, tx, renewed);
  return renewed.length;
}

async function enqueueFetches(shop: Shop, db: Db, granted: readonly { readonly location: string }[]): Promise<void> {
  for (const { location } of granted) if (isAddress(location)) await shop.jobs.add(db, fetchFileJob, { location });
}
