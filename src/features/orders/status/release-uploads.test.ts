import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addToCartPath } from '#features/cart/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { addFileProduct, createTestImage, uploadTestFile } from '#tests/support/uploads.ts';
import { releaseUploads } from './release-uploads.ts';

const { database } = useDatabase();
const clock = testClock();
const dayMs = 24 * 60 * 60 * 1000;
let app: App;
let product: number;
let png: Buffer;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  product = await addFileProduct(app.shop);
  png = await createTestImage();
});

async function placeOrderWithFile(): Promise<{ readonly token: string; readonly id: string }> {
  const shopper = newShopper(app);
  const { id } = await uploadTestFile(app.shop, shopper, png);
  await shopper.submit(addToCartPath, { product_id: String(product), 'addon-drawing[]': id });
  const token = readOrderToken(await shopper.placeOrder((await shopper.fillInCheckout()) ?? {}));
  expect(token).not.toBeNull();
  return { token: token ?? '', id };
}

const listKept = async () =>
  (await app.shop.db.execute<{ id: string }>(sql`select upload_id as id from order_uploads`)).rows.map(({ id }) => id);

it('lets go of files of orders that were cancelled before and never paid, and keeps all others', async () => {
  const [cancelled, paid] = [await placeOrderWithFile(), await placeOrderWithFile()];
  await app.shop.db.execute(
    sql`update orders set status = 'cancelled', cancel_reason = 'expired', cancelled_at = ${clock.now()}, due_at = null where token = ${cancelled.token}`,
  );
  await releaseUploads(app.shop, new Date(clock.now().getTime() - dayMs));
  expect((await listKept()).sort()).toEqual([cancelled.id, paid.id].sort());
  await releaseUploads(app.shop, new Date(clock.now().getTime() + dayMs));
  expect(await listKept()).toEqual([paid.id]);
});
