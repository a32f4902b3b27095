import type { AddonFiles } from '#features/pricing/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { type StoredUpload, toAddonFiles } from './stored-upload.ts';

const columns = 'id, name, type, bytes, sha256';

const claim = sqlQuery<StoredUpload>(
  'uploads.claim',
  `update uploads u set used_at = $4 where u.id = any($3::uuid[]) and ${isOwnedSql('u')} returning ${columns}`,
);

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds the owner's files for a cart and marks them as in use, so that none is deleted before the cart has it.
 * Files of others are missing in the result.
 */
export async function claimUploads(shop: Shop, db: Db, owner: Owner, ids: readonly string[]): Promise<AddonFiles> {
  const valid = ids.filter((id) => uuidPattern.test(id)).slice(0, 100);
  if (valid.length === 0) return new Map();
  const found = await claim(db, [...toOwnerValues(owner), valid, shop.clock.now()]);
  return toAddonFiles(shop, found);
}

const findByIds = sqlQuery<StoredUpload>('uploads.find-by-ids', `select ${columns} from uploads where id = any($1)`);

export async function findUploads(db: Db, ids: readonly string[]): Promise<StoredUpload[]> {
  const valid = ids.filter((id) => uuidPattern.test(id));
  return valid.length === 0 ? [] : findByIds(db, [valid]);
}

const findOwn = sqlQuery<StoredUpload>(
  'uploads.find-own',
  `select ${columns} from uploads u where u.id = $3 and ${isOwnedSql('u')}`,
);

/** @returns null for a file of somebody else, as for an unknown one */
export async function findOwnUpload(db: Db, owner: Owner, id: string): Promise<StoredUpload | null> {
  if (!uuidPattern.test(id)) return null;
  return (await findOwn(db, [...toOwnerValues(owner), id]))[0] ?? null;
}

const insertOrderUploads = sqlQuery<{ id: string }>(
  'uploads.insert-order-uploads',
  `with kept as (select id from uploads where id = any($2) order by id for key share)
  insert into order_uploads (order_id, upload_id) select $1, id from kept on conflict do nothing returning upload_id as id`,
);

/** Keeps files with a new order. Its lines were priced with the same files, so none may be missing. */
export async function keepUploadsForOrder(tx: Tx, orderId: number, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const kept = await insertOrderUploads(tx, [orderId, wanted]);
  if (kept.length !== wanted.length) throw new Error(`files of order ${orderId} are missing`);
}

const deleteOrderUploads = sqlQuery(
  'uploads.delete-order-uploads',
  'delete from order_uploads where order_id = any($1)',
);

export async function releaseUploadsOfOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await deleteOrderUploads(tx, [orderIds]);
}

const moveToCustomer = sqlQuery(
  'uploads.move-to-customer',
  'update uploads set visitor_id = null, customer_id = $2 where visitor_id = $1',
);

export async function moveUploadsToCustomer(
  _shop: Shop,
  tx: Tx,
  { visitorId, customerId }: Pick<VisitorSignedIn, 'visitorId' | 'customerId'>,
): Promise<void> {
  if (visitorId !== null) await moveToCustomer(tx, [visitorId, customerId]);
}
