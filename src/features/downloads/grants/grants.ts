import { type Db, sqlQuery } from '#platform/database/database.ts';

/** A file that a buyer may download. */
export interface DownloadGrant {
  readonly id: string;
  readonly name: string;
  /** Name of a file of the shop, or an http or https address. */
  readonly location: string;
  /** Number of downloads left; null without a limit. */
  readonly remaining: number | null;
  /** Null when it never expires. */
  readonly expiresAt: Date | null;
  readonly downloads: number;
  readonly lastDownloadedAt: Date | null;
  readonly orderNumber: number;
  readonly orderToken: string;
  /** Name of the bought product. */
  readonly product: string;
}

/** SQL condition: the order is paid, and not all units of the line were refunded. */
const isGranted = `o.status in ('processing', 'completed') and l.quantity > coalesce((
  select sum(r.quantity) from refund_lines r join refunds f on f.id = r.refund_id where r.order_line_id = l.id and f.status = 'succeeded'), 0)`;

const columns = `g.id, g.name, g.location, g.remaining, g.expires_at as "expiresAt", g.downloads, g.last_downloaded_at as "lastDownloadedAt",
  o.number as "orderNumber", o.token as "orderToken", l.name as product
  from download_grants g join order_lines l on l.id = g.order_line_id join orders o on o.id = l.order_id`;

const selectOfOrder = sqlQuery<DownloadGrant>(
  'downloads.find-of-order',
  `select ${columns} where l.order_id = $1 and ${isGranted} order by l.position, g.position`,
);

const selectOfCustomer = sqlQuery<DownloadGrant>(
  'downloads.list-of-customer',
  `select ${columns} where o.customer_id = $1 and ${isGranted} order by o.id desc, l.position, g.position limit $2`,
);

const selectById = sqlQuery<DownloadGrant>(
  'downloads.find-by-id',
  `select ${columns} where g.id = $1 and ${isGranted}`,
);

/** Returns no downloads while the order is unpaid, and after it was cancelled or refunded. */
export function findOrderDownloads(db: Db, orderId: number): Promise<DownloadGrant[]> {
  return selectOfOrder(db, [orderId]);
}

const maxListed = 500;

/** Returns the downloads of the newest orders first. */
export function listDownloadsOfCustomer(db: Db, customerId: number): Promise<DownloadGrant[]> {
  return selectOfCustomer(db, [customerId, maxListed]);
}

/** @param id a UUID */
export async function findDownload(db: Db, id: string): Promise<DownloadGrant | null> {
  return (await selectById(db, [id]))[0] ?? null;
}

export type DownloadState = 'open' | 'expired' | 'used-up';

export function getDownloadState({ remaining, expiresAt }: DownloadGrant, now: Date): DownloadState {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return remaining === 0 ? 'used-up' : 'open';
}

const countOne = sqlQuery<{ id: string }>(
  'downloads.count-download',
  `update download_grants set remaining = remaining - 1, downloads = downloads + 1, last_downloaded_at = $2
  where id = $1 and (remaining is null or remaining > 0) and (expires_at is null or expires_at > $2) returning id`,
);

/**
 * Counts a download.
 * @returns false when no download is left or the grant has expired
 */
export async function countDownload(db: Db, id: string, now: Date): Promise<boolean> {
  return (await countOne(db, [id, now])).length > 0;
}
