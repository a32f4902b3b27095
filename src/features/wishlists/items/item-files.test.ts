import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { getCart } from '#features/cart/index.ts';
import { getPurgeTime, purgeUploads } from '#features/uploads/purge-uploads.ts';
import { lineField, saveForLaterPath } from '#features/wishlist-pages/contract.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesShop, signInGuest, testClock, testGuest } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { addFileProduct, createTestImage, uploadTestFile } from '#tests/support/uploads.ts';
import { findList } from '../lists/find-lists.ts';
import { purgeWishlistsJob } from '../purge-wishlists.ts';
import { addItem } from './add-item.ts';
import { removeItems } from './change-items.ts';
import { findItems } from './find-items.ts';

const { database } = useDatabase();
const clock = testClock();
const field = 'addon-drawing[]';
let app: App;
let product: number;
let png: Buffer;

beforeAll(async () => {
  app = await salesShop(database, { clock, settings: { uploads: { filesPerHour: 1000, megabytesPerHour: 1000 } } });
  product = await addFileProduct(app.shop);
  png = await createTestImage();
});

/** A guest with an uploaded file. */
async function createGuest(name = 'drawing.png') {
  const shopper = newShopper(app);
  const { id: fileId } = await uploadTestFile(app.shop, shopper, png, name);
  return { shopper, guest: readGuest(shopper), fileId };
}

const readGuest = ({ cookies }: Shopper) =>
  testGuest(decodeURIComponent(cookies.get('visitor') ?? '').split('.')[0] ?? '');

async function addToList(owner: Owner, ids: readonly string[]) {
  const added = await addItem(app.shop, owner, { list: null, productId: product, addons: { [field]: ids } });
  if (!added.ok) throw new Error(added.code);
  return added;
}

async function readItems(owner: Owner) {
  const list = await findList(app.shop, app.shop.db, owner, null);
  return list ? (await findItems(app.shop, app.shop.db, list, { page: 1, perPage: 50 })).items : [];
}

/** Deletes unused files as the job does days later. */
async function purgeLater(): Promise<number> {
  clock.forward(5 * 24 * 60 * 60 * 1000);
  await purgeWishlistsJob.run(app.shop, {}, { number: 1, isLast: false });
  return purgeUploads(app.shop, getPurgeTime(app.shop));
}

describe('the file of an add-on in a wishlist', () => {
  it('stays while its row does, counts in the price, and goes along into the cart', async () => {
    const { shopper, guest, fileId } = await createGuest();
    await addToList(guest, [fileId]);
    expect(await purgeLater()).toBe(0);
    const [item] = await readItems(guest);
    expect(item).toMatchObject({ addons: { [field]: [fileId] }, price: { current: 2500 } });
    const page = (await shopper.visit('/wishlist')).body;
    expect(page).toContain('Engraved bowl');
    const answer = await shopper.submit('/cart/add', { product_id: String(product), [field]: fileId });
    expect(answer.status).toBe(303);
    expect((await getCart(app.shop, guest)).lines[0]?.addons[0]?.files).toMatchObject([{ id: fileId }]);
  });

  it('goes once its row is gone for good', async () => {
    await purgeLater();
    const { guest, fileId } = await createGuest();
    const { itemId } = await addToList(guest, [fileId]);
    await removeItems(app.shop, guest, { itemIds: [itemId] });
    expect(await purgeUploads(app.shop, getPurgeTime(app.shop))).toBe(0);
    expect(await purgeLater()).toBe(1);
  });

  it('makes one row when it is sent twice, and another with another name', async () => {
    const { shopper, guest, fileId } = await createGuest();
    const again = await uploadTestFile(app.shop, shopper, png);
    const other = await uploadTestFile(app.shop, shopper, png, 'other.png');
    expect((await addToList(guest, [fileId])).result).toBe('true');
    expect((await addToList(guest, [again.id])).result).toBe('exists');
    expect((await addToList(guest, [other.id])).result).toBe('true');
  });

  it('is that of its owner: files of others and unknown ones are left out', async () => {
    const { fileId } = await createGuest();
    const { guest } = await createGuest();
    await addToList(guest, [fileId, 'drawing.png']);
    expect(await readItems(guest)).toMatchObject([{ addons: {} }]);
  });

  it('is not told to whom the list is shared', async () => {
    const { guest, fileId } = await createGuest();
    const { list } = await addToList(guest, [fileId]);
    const own = await findList(app.shop, app.shop.db, guest, list.id);
    if (!own) throw new Error('the list is lost');
    const shared = { ...own, isUserOwner: false };
    const { items } = await findItems(app.shop, app.shop.db, shared, { page: 1, perPage: 50 });
    expect(items).toMatchObject([{ addons: {}, price: { current: 2500 } }]);
  });

  it('becomes the customer’s at the sign-in, and equal rows become one', async () => {
    await purgeLater();
    const ada = await createCustomer(app.shop);
    for (const _ of [1, 2]) {
      const { guest, fileId } = await createGuest();
      await addToList(guest, [fileId]);
      await signInGuest(app.shop, guest, ada);
    }
    const [item, ...others] = await readItems(ada.owner);
    expect(others).toEqual([]);
    // That of the second sign-in is not needed.
    expect(await purgeLater()).toBe(1);
    const ids = item?.addons[field] ?? [];
    const again = await addToList(ada.owner, ids);
    expect(again.result).toBe('exists');
  });

  it('is saved for later with its line', async () => {
    const { shopper, guest, fileId } = await createGuest();
    await shopper.submit('/cart/add', { product_id: String(product), [field]: fileId });
    const page = (await shopper.visit('/cart')).body;
    const key =
      /formaction="\/wishlist\/save-line"[^>]*value="([^"]+)"/i.exec(page)?.[1] ??
      (await getCart(app.shop, guest)).lines[0]?.key ??
      '';
    expect(page).toContain(saveForLaterPath);
    await shopper.submit(saveForLaterPath, { [lineField]: key });
    expect((await getCart(app.shop, guest)).lines).toEqual([]);
    expect(await readItems(guest)).toMatchObject([{ addons: { [field]: [fileId] } }]);
  });
});
