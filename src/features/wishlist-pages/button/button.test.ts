import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addItem, createList, renderWishlistFragments } from '#features/wishlists/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, saveTestProduct } from '#tests/support/products.ts';
import { createVisitor, salesShop, testGuest } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
let app: App;
let id = 0;

beforeAll(async () => {
  app = await salesShop(database, { settings: { wishlists: { modal: false, hideAddButton: false } } });
  const product = { name: 'Tide bowl', slug: 'bowl', status: 'published', master: { regularPrice: 1000 } } as const;
  ({ id } = await saveTestProduct(app.shop, product));
});

const visit = async (path: string, shop = app) => (await newShopper(shop).visit(path)).body;
const decode = (html: string) => html.replaceAll('&quot;', '"');
const key = (productId: number) => `wl-add-to-wishlist.add-to-wishlist-${productId}.wishlist-fragment.on-first-load`;
const options = (productId: number) => ({ product_id: productId, product_type: 'simple', name: 'Tide bowl' });

describe('the button on cached pages', () => {
  it('[2.3/16] [3.8/12] [3.8/15] is a block that scripts know by its classes, with the product and its type', async () => {
    const body = decode(await visit('/product/bowl'));
    const block = /<div class="wl-add-to-wishlist [^"]*"[\s\S]*?<\/div>/.exec(body)?.[0] ?? '';
    expect(block).toContain(`class="wl-add-to-wishlist add-to-wishlist-${id} wishlist-fragment on-first-load"`);
    expect(block).toContain(`data-fragment-ref="${id}"`);
    expect(block).toMatch(new RegExp(`data-fragment-options="{"product_id":${id},"product_type":"simple"`));
    expect(block).toMatch(/<div class="wl-add-button [^"]*"><a class="add_to_wishlist /);
    expect(block).toContain(`data-product-id="${id}" data-product-type="simple"`);
    expect(block, 'nobody’s lists').not.toContain('exists');
  });

  it('is the same for a shopper whose list has the product', async () => {
    const shopper = newShopper(app);
    await shopper.submit('/wishlist/add', { product_id: String(id) });
    expect(shopper.cookies.has('vt_hint')).toBe(true);
    expect((await shopper.visit('/product/bowl')).body).toBe(await visit('/product/bowl'));
  });

  it('[2.3/17] is in the gallery where the setting says so, and then not below the form', async () => {
    const shop = await salesShop(database, { settings: { wishlists: { buttonPosition: 'thumbnails' } } });
    const body = await visit('/product/bowl', shop);
    expect(body).toMatch(/class="gallery__corner"><div class="wl-add-to-wishlist /);
    expect(body.match(/wl-add-to-wishlist /g)).toHaveLength(1);
    const [button] = /<button class="wishlist-add__link when-no-script"[^>]*>/.exec(body) ?? [];
    for (const attribute of ['type="submit"', `form="buy-${id}"`, 'formAction="/wishlist/add"'])
      expect(button, 'sends the product form without script').toContain(attribute);
    expect(body).toContain(`<form class="buy__form" id="buy-${id}"`);
    const external = { name: 'Elsewhere', slug: 'elsewhere', status: 'published', type: 'external' } as const;
    await saveTestProduct(shop.shop, external);
    const elsewhere = await visit('/product/elsewhere', shop);
    expect(elsewhere, 'without a product form').not.toContain('wishlist-add__link when-no-script');
  });

  it('is on cards and in the quick view, with the name of its product', async () => {
    const listing = await visit('/shop');
    expect(listing).toContain('<span class="visually-hidden">Add Tide bowl to wishlist</span>');
    const view = await newShopper(app).submit('/ajax', { action: 'theme_quickview', product: String(id) });
    expect(view.body).toContain(`add-to-wishlist-${id}`);
  });

  it('[2.10/1] opens a popup where there may be several lists and the setting says so', async () => {
    const shop = await salesShop(database, { settings: { wishlists: { modal: true } } });
    const body = decode(await visit('/product/bowl', shop)).replaceAll('&amp;', '&');
    expect(body).toContain(`data-rel="prettyPhoto[add_to_wishlist_${id}]"`);
    expect(body).toContain(`href="/wishlist/add?add_to_wishlist=${id}&ajax=true"`);
    const one = { wishlists: { multipleLists: false } };
    expect(await visit('/product/bowl', await salesShop(database, { settings: one }))).not.toContain('prettyPhoto');
  });

  it('without script sends the chosen options of the product form', async () => {
    const { product, small, large } = await addBowl(app.shop);
    const shopper = newShopper(app);
    const fields = { product_id: String(product), attribute_glaze: 'celadon', attribute_size: 'small', quantity: '2' };
    const { status, location } = await shopper.submit('/wishlist/add', fields);
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/wishlist\/view\/[\w-]{22}$/)]);
    const { body } = await shopper.visit(location);
    expect(body).toContain(`?variation=${small}`);
    expect(body).toMatch(/glaze: celadon, size: small/);
    expect(body).toMatch(/name="items\[\d+\]\[quantity\]" value="2"/);
    const open = { product_id: String(product), attribute_glaze: 'ash', attribute_size: 'large' };
    const { location: again } = await shopper.submit('/wishlist/add', open);
    expect((await shopper.visit(again)).body).toContain(`?variation=${large}&amp;term=glaze+ash"`);
  });
});

describe('the header', () => {
  it('[2.1/8] has an icon whose count comes later, and hides it while it is 0', async () => {
    const header = /<header class="site-header"[\s\S]*<\/header>/.exec(await visit('/shop'))?.[0] ?? '';
    expect(header).toMatch(
      /<a class="tool" href="\/wishlist"[^>]*><svg[\s\S]*?Wishlist<\/span><span class="count [^>]*hidden=""><\/span>/,
    );
    expect(header).toContain('data-count="wishlist"');
  });

  it('[2.1/8] shows the number of rows in a reply', async () => {
    const owner = await createVisitor(app.shop.db);
    const count = 'count.wl-items-count.wishlist-fragment';
    const render = async () =>
      (await renderWishlistFragments(app.shop, { ...owner }, { [count]: { count: true } }))[count];
    expect(await render()).toMatch(/ hidden="">/);
    await addItem(app.shop, owner, { list: null, productId: id });
    expect(await render()).toMatch(/^<span class="count wl-items-count wishlist-fragment"[^>]*>1<\/span>$/);
  });
});

describe('the button in replies', () => {
  const render = async (owner: ReturnType<typeof testGuest>, productId = id, shop = app.shop) =>
    (await renderWishlistFragments(shop, { ...owner }, { [key(productId)]: options(productId) }))[key(productId)] ?? '';

  it('[3.8/16] [4.8/1] [4.8/4] [4.8/5] of a listed product has the same classes and “exists”, and leads to the list', async () => {
    const owner = await createVisitor(app.shop.db);
    expect(await render(owner)).toContain(`class="${key(id).replaceAll('.', ' ')}"`);
    const added = await addItem(app.shop, owner, { list: null, productId: id });
    if (!added.ok) throw new Error(added.code);
    const html = await render(owner);
    expect(html).toContain(`class="${key(id).replaceAll('.', ' ')} exists"`);
    expect(html).toMatch(new RegExp(`<a class="wishlist-added [^"]*" href="/wishlist/view/${added.list.token}"`));
    expect(html).toContain(`class="delete_item" href="/wishlist" rel="nofollow" data-item-id="${added.itemId}"`);
    expect(html, 'the add button is removed').not.toContain('class="add_to_wishlist');
    expect(html, 'several lists').toContain('Add to another list');
    const modal = await salesShop(database, { settings: { wishlists: { modal: true, hideAddButton: false } } });
    expect(await render(owner, id, modal.shop), 'by a popup').toContain(`prettyPhoto[add_to_wishlist_${id}]`);
    expect(await render(testGuest()), 'another shopper').not.toContain('exists');
  });

  it('[4.8/1] offers no other list where the shop hides the button, or has one list for each shopper', async () => {
    const owner = await createVisitor(app.shop.db);
    await addItem(app.shop, owner, { list: null, productId: id });
    const hidden = await salesShop(database, { settings: { wishlists: { hideAddButton: true } } });
    const single = await salesShop(database, { settings: { wishlists: { multipleLists: false } } });
    for (const { shop } of [hidden, single]) {
      const html = await render(owner, id, shop);
      expect(html).toContain(' exists"');
      expect(html).not.toMatch(/prettyPhoto|Add to another list/);
    }
  });

  it('[2.3/16] [3.8/5] [3.8/6] lists the other lists in a dropdown, without the default one', async () => {
    const owner = await createVisitor(app.shop.db);
    await addItem(app.shop, owner, { list: null, productId: id });
    const created = await createList(app.shop, app.shop.db, owner, { name: '<b>Birthday</b>', privacy: 2 });
    if (!created.ok) throw new Error(created.code);
    const html = (await render(owner)).replaceAll('&amp;', '&');
    const dropdown = /<ul class="wl-dropdown">(.*?)<\/ul>/.exec(html)?.[1] ?? '';
    expect(dropdown.match(/<li>/g)).toHaveLength(1);
    expect(dropdown).toContain(`href="/wishlist/add?add_to_wishlist=${id}&wishlist_id=${created.list.id}"`);
    expect(dropdown).toContain(`data-wishlist-id="${created.list.id}"`);
    expect(dropdown).toContain('&lt;b&gt;Birthday');
    expect(dropdown).not.toContain('My wishlist');
  });

  it('[2.3/18] is about the chosen variation', async () => {
    const { product, small, large } = await addBowl(app.shop);
    const owner = await createVisitor(app.shop.db);
    await addItem(app.shop, owner, { list: null, productId: product, variationId: small });
    const states = await Promise.all(
      [product, small, large].map(async (each) => (await render(owner, each)).includes('exists')),
    );
    expect(states).toEqual([true, true, false]);
  });

  it('of many cards costs two queries', async () => {
    const owner = await createVisitor(app.shop.db);
    const wanted = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [key(index + 1), options(index + 1)]));
    let queries = 0;
    const { pool } = database;
    const query = pool.query.bind(pool);
    pool.query = ((...input: Parameters<typeof query>) => {
      queries += 1;
      return query(...input);
    }) as typeof pool.query;
    try {
      expect(Object.keys(await renderWishlistFragments(app.shop, { ...owner }, wanted))).toHaveLength(24);
    } finally {
      pool.query = query;
    }
    expect(queries).toBe(2);
  });
});
