import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { findList, renderWishlistFragments } from '#features/wishlists/index.ts';
import { countQueries } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct, storeTestImage } from '#tests/support/products.ts';
import { salesShop, testGuest } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { renderReloadedList } from './list-page.tsx';
import { describeListPdf } from './list-pdf.ts';

const { database } = useDatabase();
let app: App;
let products: readonly number[] = [];
let soldOut = 0;

beforeAll(async () => {
  app = await salesShop(database, { settings: { 'wishlist-pages': { perPage: 3 } } });
  products = await Promise.all(['Ash', 'Bay', 'Clay', 'Dune'].map((name) => addProduct(app.shop, { name })));
  soldOut = await addProduct(app.shop, { name: 'Gone', stock: 0 });
});

interface TestList {
  readonly shopper: Shopper;
  readonly path: string;
  readonly token: string;
}

/** A shopper with a default list. */
async function startList(ids: readonly number[], shop = app): Promise<TestList> {
  const shopper = newShopper(shop);
  let path = '';
  for (const id of ids) path = (await shopper.submit('/wishlist/add', { product_id: String(id) })).location;
  return { shopper, path, token: path.slice(-22) };
}

/** Adds rows of three products that differ in their add-ons. */
const fillList = ({ token }: TestList, count: number) =>
  database.db.execute(sql`insert into wishlist_items
    (wishlist_id, product_id, variation_id, product_name, addon_hash, quantity, position, was_available, added_at)
    select l.id, p.ids[n % 3 + 1], p.ids[n % 3 + 1], 'Bay', lpad(n::text, 43, '0'), 1, n + 1, true, now()
    from wishlists l, (select string_to_array(${products.slice(1).join(',')}, ',')::integer[]) p (ids),
      generate_series(1, ${count}::integer) n where l.token = ${token}`);

const readRows = (html: string) => [...html.matchAll(/data-row-id="(\d+)"/g)].map(([, id]) => id ?? '');
const readNames = (html: string) =>
  [...html.matchAll(/class="wishlist-item__name">(?:<a [^>]*>)?([^<]*)/g)].map(([, name]) => name);
const readNotices = (html: string) =>
  [...html.matchAll(/class="notice [\s\S]*?<div class="notice__body">([\s\S]*?)<\/div>/g)].map(([, text = '']) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const decode = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const open = async ({ shopper, path }: TestList) => decode((await shopper.visit(path)).body);
const update = async ({ shopper, token }: TestList, fields: Readonly<Record<string, string>>) => {
  const { status, location } = await shopper.submit('/wishlist/update', { wishlist_id: token, ...fields });
  expect(status).toBe(303);
  return decode((await shopper.visit(location)).body);
};
/** Makes the list visible to who has its link. @returns the path for others */
async function share(list: TestList): Promise<string> {
  await list.shopper.submit('/wishlist/privacy', { wishlist_id: list.token, wishlist_visibility: '1' });
  return /class="input copy-target"[^>]*value="[^"]*(\/wishlist\/view\/[\w-]{22})"/.exec(await open(list))?.[1] ?? '';
}

/** What a browser sends of an owner's form that nobody typed into. */
function readForm(html: string): Record<string, string> {
  const [, form = ''] = /<form id="wl-form"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const [, shown = ''] = /name="shown" value="([^"]*)"/.exec(form) ?? [];
  const fields = [
    ...form.matchAll(/name="(items\[\d+\]\[quantity\])" value="(\d+)"/g),
    ...form.matchAll(/<textarea [^>]*name="(items\[\d+\]\[note\])"[^>]*>([^<]*)/g),
  ].map(([, name = '', value = '']) => [name, value.replaceAll('\n', '\r\n')]);
  return { shown, ...Object.fromEntries(fields) };
}

/** The hidden fields of a form by its action. */
function readHidden(html: string, action: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form [^>]*action="${action}"[\\s\\S]*?</form>`).exec(decode(html)) ?? [];
  const fields = [...form.matchAll(/<input type="hidden" [^>]*?name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}

describe('the page of a list', () => {
  it('[2.9/1] [3.8/1] [3.8/2] [3.8/7] [3.8/8] [3.8/11] is a form around a table with row ids, and says page and list', async () => {
    const list = await startList(products);
    const body = await open(list);
    expect(body).toMatch(
      /<form id="wl-form" class="wl-form wishlist-fragment" [^>]*action="\/wishlist\/update" method="post"/,
    );
    expect(body).toMatch(
      new RegExp(
        `<div class="cart wishlist_table [^"]*" data-id="\\d+" data-token="${list.token}" data-page="1" data-per-page="3" data-pagination="yes"`,
      ),
    );
    expect(readRows(body)).toHaveLength(3);
    expect(body).toContain(`id="wishlist_id" name="wishlist_id" value="${list.token}"`);
    expect([...body.matchAll(/name="items\[\d+\]\[position\]" value="(\d)"/g)].map(([, value]) => value)).toEqual([
      ...['1', '2', '3'],
    ]);
    expect(body).toMatch(
      /data-fragment-options="{"wishlist_token":"[\w-]{22}","page":1,"layout":"table","is_mobile":"no","is_user_owner":true}"/,
    );
    const second = decode((await list.shopper.visit(`${list.path}?page=2`)).body);
    expect(readNames(second)).toEqual(['Dune']);
    expect((await list.shopper.visit(`${list.path}?page=x`)).status).toBe(200);
  });

  it('says which add-ons were chosen, and to the owner what was typed', async () => {
    const field = { help: '', required: false, maxLength: null, price: 0, options: [] };
    const { id } = await saveTestProduct(app.shop, {
      ...{ name: 'Engraved', slug: 'engraved', status: 'published', master: { regularPrice: 1000 } },
      addons: [
        { ...field, key: 'engraving', kind: 'text', label: 'Engraving' },
        { ...field, key: 'box', kind: 'checkbox', label: 'Gift box' },
        { ...field, key: 'colour', kind: 'text', label: 'Colour', required: true },
      ],
    });
    const list = await startList([]);
    const fields = { product_id: String(id), 'addon-engraving': 'For <Anna>', 'addon-box': 'yes' };
    const { location } = await list.shopper.submit('/wishlist/add', fields);
    const added = { ...list, path: location, token: location.slice(-22) };
    expect(await open(added)).toContain('>Engraving: For &lt;Anna&gt;, Gift box: Yes<');
    expect((await newShopper(app).visit(await share(added))).body).toContain('>Gift box: Yes<');
  });

  it('[2.9/2] [2.9/6] [2.9/7] [2.9/8] has checkbox, quantity, “add to cart”, “move” and “remove” for each row', async () => {
    const list = await startList(products.slice(0, 1));
    await list.shopper.submit('/wishlist/create', { wishlist_name: 'Birthday', wishlist_visibility: '2' });
    const body = await open(list);
    const [id] = readRows(body);
    expect(body).toContain('class="product-checkbox"');
    expect(body).toContain(`name="items[${id}][selected]"`);
    expect(body).toContain('id="bulk_add_to_cart"');
    expect(body).toContain('name="apply_bulk_actions"');
    expect(body).toMatch(/class="product-quantity"[^>]*><input [^>]*type="number"/);
    expect(body).toMatch(new RegExp(`value="${id}" class="button button--text remove_from_wishlist" name="remove"`));
    expect(body).toContain('class="input change-wishlist"');
    expect(body).toContain(`data-rel="prettyPhoto[move_to_another_wishlist]"`);
    expect(body).toMatch(new RegExp(`value="${id}" [^>]*class="button button--quiet add_to_cart"`));
    expect(body).toContain(`data-remove_from_wishlist_after_add_to_cart="${id}"`);
  });

  it('[2.9/8] has buttons that add-to-cart scripts of a moved shop find, for rows that they can add', async () => {
    const bowl = await addBowl(app.shop);
    const settings = { cart: { hasScriptMarkup: true } };
    const withScripts = await salesShop(database, { settings });
    const readButtons = async (shop: App) => {
      const list = await startList(products.slice(0, 1), shop);
      const choices = { attribute_size: 'large', attribute_glaze: 'ash' };
      const fields = { product_id: String(bowl.product), variation_id: String(bowl.large), ...choices };
      await list.shopper.submit('/wishlist/add', fields);
      const body = await open(list);
      return [...body.matchAll(/<button [^>]*class="button button--quiet (add_to_cart[^"]*)"[^>]*>/g)].map(
        ([button, classes]) => [classes, /data-product_id="(\d+)"/.exec(button)?.[1]],
      );
    };
    const [id, large] = [products[0], bowl.large].map(String);
    expect(await readButtons(app)).toEqual([
      ['add_to_cart', id],
      ['add_to_cart', large],
    ]);
    expect(await readButtons(withScripts)).toEqual([
      ['add_to_cart add_to_cart_button ajax_add_to_cart', id],
      // Such a script would send no choices.
      ['add_to_cart', large],
    ]);
  });

  it('[2.9/9] has the form that renames it directly after its title, and [5.5/2] keeps the name when it is empty', async () => {
    const list = await startList(products.slice(0, 1));
    expect(await open(list)).toMatch(
      /<div class="wishlist-title [^"]*"><h2 class="wishlist-anchor" aria-level="1">My wishlist<\/h2><\/div><details class="hidden-title-form">/,
    );
    const rename = (name: string) =>
      list.shopper.submit('/wishlist/rename', { wishlist_id: list.token, wishlist_name: name });
    await rename('Wedding <3');
    expect(await open(list)).toContain('<h2 class="wishlist-anchor" aria-level="1">Wedding &lt;3</h2>');
    await rename('');
    const body = await open(list);
    expect(body).toContain('<h2 class="wishlist-anchor" aria-level="1">Wedding &lt;3</h2>');
    expect(readNotices(body)).toEqual(['Please enter a name for the list.']);
  });

  it('is empty before the first row, with a way on', async () => {
    const { status, body } = await newShopper(app).visit('/wishlist');
    expect(status).toBe(200);
    expect(body).toContain('Your wishlist is empty');
    expect(body).toContain('href="/shop"');
  });

  it('says what has changed of price and stock since a row was added', async () => {
    const [dearer, cheaper, gone] = await Promise.all(
      ['Up', 'Down', 'Out'].map((name) => addProduct(app.shop, { name, stock: 5 })),
    );
    const list = await startList([dearer, cheaper, gone].map(Number));
    await database.db.execute(sql`update main_prices set regular_price = 1200 where variation_id = ${dearer}`);
    await database.db.execute(sql`update main_prices set regular_price = 700 where variation_id = ${cheaper}`);
    await database.db.execute(sql`update stock_levels set on_hand = 0 where variation_id = ${gone}`);
    const body = await open(list);
    expect(body).toContain('The price has gone up since you added it. It was €10.00.');
    expect(body).toContain('The price has dropped since you added it. It was €10.00.');
    expect(body).toMatch(/stock--out">Sold out/);
  });

  it('[2.9/11] shows photographs with panels, or links where the panel is disabled', async () => {
    const list = await startList(products.slice(0, 1));
    const grid = decode((await list.shopper.visit(`${list.path}?view=images-grid`)).body);
    expect(grid).toMatch(/<div class="cart wishlist_table images_grid[^"]*"/);
    expect(grid).toMatch(
      /<details class="wishlist-grid__item"><summary class="product-thumbnail">[\s\S]*?<div class="[^"]*\bitem-details">/,
    );
    const settings = { 'wishlist-pages': { gridPopup: false, layout: 'images-grid' } };
    const plain = await startList(products.slice(0, 1), await salesShop(database, { settings }));
    const body = await open(plain);
    expect(body).not.toContain('item-details');
    expect(body).toMatch(/class="product-thumbnail"><a href="\/product\//);
  });

  it('[2.9/4] [2.9/11] has all of a row below its photograph where the panel is disabled', async () => {
    const settings = { 'wishlist-pages': { gridPopup: false, layout: 'images-grid' } };
    const shop = await salesShop(database, { settings });
    const bowl = await addBowl(shop.shop);
    const list = await startList([bowl.small], shop);
    const [row = ''] = readRows(await open(list));
    await update(list, { [`items[${row}][note]`]: 'the blue one', update: '1' });
    const shared = await share(list);
    const gift = { is_gift_list: '1', event_date: '2027-06-05', delivery_address: '7 Heron Road' };
    await list.shopper.submit('/wishlist/gift', { wishlist_id: list.token, ...gift });
    const own = await open(list);
    expect(own).toMatch(new RegExp(`class="product-thumbnail"><a href="/product/[^"]*\\?variation=${bowl.small}"`));
    for (const part of [`name="items[${row}][quantity]"`, 'the blue one', 'stock--in']) expect(own).toContain(part);
    const given = decode((await newShopper(shop).visit(shared)).body);
    for (const part of ['0 of 1 bought', `form="buy-${row}"`]) expect(given).toContain(part);
  });

  it('[2.9/13] [3.8/14] [4.8/9] [7.6/16] comes in its mobile layout when a script asks for it', async () => {
    const list = await startList(products.slice(0, 1));
    const visitorId = await readVisitor(list);
    const key = 'wl-form.wishlist-fragment';
    const options = { wishlist_token: list.token, page: 1, is_mobile: 'yes' };
    const { [key]: html = '' } = await renderWishlistFragments(app.shop, testGuest(visitorId), { [key]: options });
    expect(html).toMatch(/^<form id="wl-form" class="wl-form wishlist-fragment"/);
    expect(html).toContain('<div class="cart wishlist_table responsive mobile ');
    expect(decode(html)).toContain('"is_mobile":"yes"');
    expect(
      await renderWishlistFragments(app.shop, testGuest(), { [key]: options }),
      'a private list of others',
    ).toEqual({});
    expect(await open(list)).toMatch(/data-mobile-width="768"/);
    await update(list, { remove: readRows(await open(list))[0] ?? '' });
    expect(await open(list), 'rows can come back').toMatch(/data-mobile-width="768"/);
  });

  it('[2.3/24] [7.6/15] has what goes with its products below, also in the reply that reloads it', async () => {
    const saucer = await addProduct(app.shop, { name: 'Saucer' });
    const { id } = await saveTestProduct(app.shop, {
      ...{ name: 'Cup', status: 'published', master: { regularPrice: 1000 }, crossSells: [saucer] },
    });
    const list = await startList([id]);
    expect(await open(list)).toMatch(/class="wl-frequently-bought-together">[\s\S]*Saucer[\s\S]*add-to-wishlist-/);
    const actor = testGuest(await readVisitor(list));
    const request = { actor, list: list.token, pagination: true, page: 1, perPage: null };
    const html = await renderReloadedList(app.shop, request);
    expect(html).toMatch(
      /^<div class="wishlist-reloaded"><form id="wl-form"[\s\S]*wl-frequently-bought-together[\s\S]*<\/div>$/,
    );
    const listId = Number(/data-id="(\d+)"/.exec(html)?.[1]);
    expect(await renderReloadedList(app.shop, { ...request, list: listId })).toBe(html);
    const other = testGuest(await readVisitor(await startList([id])));
    for (const ref of [list.token, listId])
      expect(await renderReloadedList(app.shop, { ...request, actor: other, list: ref }), 'a private list').toBe('');
  });

  it('is a file on paper, for its owner only while it is private', async () => {
    const list = await startList(products);
    const { status, headers } = await list.shopper.visit(`${list.path}/pdf`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      ...[200, 'application/pdf', 'private, no-store'],
    ]);
    expect((await newShopper(app).visit(`${list.path}/pdf`)).status).toBe(404);
  });

  it('[D12] has photographs on paper', async () => {
    const images = [{ mediaId: await storeTestImage(app.shop, 'larch', '#97502f'), remoteId: null }];
    const shown = { status: 'published', master: { regularPrice: 1250 } } as const;
    const { id: product } = await saveTestProduct(app.shop, { name: 'Larch', slug: 'larch', images, ...shown });
    const list = await startList([product, ...products.slice(0, 1)]);
    const found = await findList(app.shop, app.shop.db, null, (await share(list)).slice(-22));
    const rows = found ? (await describeListPdf(app.shop, found)).items.rows : [];
    expect(rows.map((row) => [row.cells[0], row.photo?.subarray(0, 3).toString('hex')])).toEqual([
      ['Larch', 'ffd8ff'],
      ['Ash', undefined],
    ]);
    expect((await list.shopper.visit(`${list.path}/pdf`)).body).toContain('/Subtype /Image');
  });

  it('says on paper how many more rows it has than a file can have', async () => {
    const list = await startList(products.slice(0, 1));
    await fillList(list, 501);
    const found = await findList(app.shop, app.shop.db, null, (await share(list)).slice(-22));
    if (!found) throw new Error('there is no such list');
    const { items, notes } = await describeListPdf(app.shop, found);
    expect([items.rows.length, notes]).toEqual([500, ['2 more items are not in this file.']]);
    const short = await startList(products.slice(0, 1));
    const own = await findList(app.shop, app.shop.db, null, (await share(short)).slice(-22));
    expect(own && (await describeListPdf(app.shop, own)).notes).toEqual([]);
  });
});

async function readVisitor({ token }: TestList): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select visitor_id as id from wishlists where token = ${token}`,
  );
  return rows[0]?.id ?? '';
}

describe('without script', () => {
  it('one form saves quantities and notes, and its first button is that of Enter', async () => {
    const list = await startList(products.slice(0, 2));
    const before = await open(list);
    const [first = '', second = ''] = readRows(before);
    expect(/<button[^>]*type="submit"[^>]*>/.exec(/<form id="wl-form"[\s\S]*/.exec(before)?.[0] ?? '')?.[0]).toContain(
      'name="update"',
    );
    const fields = { [`items[${first}][quantity]`]: '4', [`items[${second}][note]`]: 'In <ash>, please' };
    const body = await update(list, { ...fields, update: '1' });
    expect(readNotices(body)).toEqual(['Your changes are saved.']);
    expect(body).toContain(`name="items[${first}][quantity]" value="4"`);
    expect(body).toContain('In &lt;ash&gt;, please');
  });

  it('what another tab has saved since stays, but for what is typed here', async () => {
    const list = await startList(products.slice(0, 3));
    const rows = readRows(await open(list));
    const [first = '', second = '', third = ''] = rows;
    const [quantity, note] = [`items[${first}][quantity]`, `items[${first}][note]`];
    const earlier = { [`items[${second}][note]`]: 'Blue\r\nor green', update: '1' };
    await update(list, { ...readForm(await open(list)), ...earlier });
    const stale = readForm(await open(list));
    expect(stale.shown).toContain(`${first}:1:`);
    await update(list, { ...readForm(await open(list)), [quantity]: '5', [note]: 'For Anna', update: '1' });
    const removed = await update(list, { ...stale, remove: third });
    const readSaved = (html: string) => [readForm(html)[quantity], readForm(html)[note]];
    expect(readSaved(removed)).toEqual(['5', 'For Anna']);
    expect(readForm(removed)[`items[${second}][note]`]).toBe('Blue\r\nor green');
    const typed = await update(list, { ...stale, [note]: 'For Bea', update: '1' });
    expect(readNotices(typed)).toEqual(['Your changes are saved.']);
    expect(readSaved(typed)).toEqual(['5', 'For Bea']);
  });

  it('a long note that was merged stays as it is, and what is typed has a limit', async () => {
    const list = await startList(products.slice(0, 1));
    const [first = ''] = readRows(await open(list));
    const note = `${'A'.repeat(500)}\n${'B'.repeat(500)}`;
    await database.db.execute(sql`update wishlist_items set note = ${note} where id = ${Number(first)}`);
    const save = (text: string) => update(list, { [`items[${first}][note]`]: text, update: '1' });
    expect(readNotices(await save(note.replace('\n', '\r\n')))).toEqual([]);
    expect(await open(list)).toContain(note);
    expect(readNotices(await save(`${note}C`))).toEqual([expect.stringContaining('at most 500 characters')]);
    expect(await open(list)).toContain(note);
    expect(readNotices(await save('A'.repeat(500)))).toEqual(['Your changes are saved.']);
  });

  it('rows are removed, and [2.9/6] a removal is undone', async () => {
    const list = await startList(products.slice(0, 2));
    const [first = ''] = readRows(await open(list));
    const body = await update(list, { remove: first });
    expect(readNames(body)).toEqual(['Bay']);
    const [, action = ''] = /<form action="(\/wishlist\/restore)"/.exec(body) ?? [];
    const restored = await list.shopper.submit(action, { item_id: first });
    expect(readNames((await list.shopper.visit(restored.location)).body)).toEqual(['Ash', 'Bay']);
  });

  it('[2.9/3] [2.9/6] selected rows are removed at once, and all of them are restored at once', async () => {
    const list = await startList(products.slice(0, 3));
    const [first = '', second = '', third = ''] = readRows(await open(list));
    const selected = Object.fromEntries([first, third].map((id) => [`items[${id}][selected]`, '1']));
    const body = await update(list, { ...selected, apply_bulk_actions: '1', bulk_actions: 'delete' });
    expect(readRows(body)).toEqual([second]);
    expect(readNotices(body)).toEqual(['Removed from your wishlist. Undo']);
    const [form = ''] = /<form action="\/wishlist\/restore"[\s\S]*?<\/form>/.exec(body) ?? [];
    const ids = [...form.matchAll(/name="item_id\[\]" value="(\d+)"/g)].map(([, id = '']) => id);
    const restored = await list.shopper.submit('/wishlist/restore', { 'item_id[]': ids, return: list.path });
    expect(readNames((await list.shopper.visit(restored.location)).body)).toEqual(['Ash', 'Bay', 'Clay']);
  });

  it('[2.9/5] rows move up and down, also over the end of a page', async () => {
    const list = await startList(products);
    const rows = readRows(await open(list));
    expect(readNames(await update(list, { down: rows[2] ?? '' }))).toEqual(['Ash', 'Bay', 'Dune']);
    expect(readNames(await update(list, { up: rows[1] ?? '' }))).toEqual(['Bay', 'Ash', 'Dune']);
    expect(readNames(await update(list, { up: rows[1] ?? '' })), 'the first stays').toEqual(['Bay', 'Ash', 'Dune']);
  });

  it('is marked for a script that moved here only where its library is loaded (G1)', async () => {
    const readClasses = async (wishlists: object) => {
      const body = await open(await startList(products, await salesShop(database, { settings: { wishlists } })));
      return /<div class="(cart wishlist_table[^"]*)"/.exec(body)?.[1]?.split(' ') ?? [];
    };
    expect(await readClasses({})).not.toContain('sortable');
    expect(await readClasses({ hasSortableLibrary: true })).toContain('sortable');
  });

  it('[2.9/5] [6/10] rows move where none can be dragged: the table is not “no-interactions”', async () => {
    const settings = { wishlists: { sortByDragging: false, hasSortableLibrary: true } };
    const list = await startList(products.slice(0, 2), await salesShop(database, { settings }));
    const before = await open(list);
    const [, classes = ''] = /<div class="(cart wishlist_table[^"]*)"/.exec(before) ?? [];
    for (const name of ['sortable', 'no-interactions']) expect(classes.split(' ')).not.toContain(name);
    expect(readNames(await update(list, { up: readRows(before)[1] ?? '' }))).toEqual(['Bay', 'Ash']);
  });

  it('[2.9/3] selected rows are removed or moved at once, and none selected is said', async () => {
    const list = await startList(products);
    await list.shopper.submit('/wishlist/create', { wishlist_name: 'Birthday', wishlist_visibility: '2' });
    const body = await open(list);
    const [first = '', second = ''] = readRows(body);
    const [, target = ''] = /value="(move:[\w-]{22})"/.exec(body) ?? [];
    const selected = { [`items[${first}][selected]`]: '1', [`items[${second}][selected]`]: '1' };
    const apply = { apply_bulk_actions: '1' };
    expect(readNotices(await update(list, { ...apply, bulk_actions: 'delete' }))).toEqual([
      ...['Please select at least one item.'],
    ]);
    expect(readNames(await update(list, { ...apply, ...selected, bulk_actions: target }))).toEqual(['Clay', 'Dune']);
    const moved = await list.shopper.visit(`/wishlist/view/${target.slice(5)}`);
    expect(readNames(moved.body)).toEqual(['Ash', 'Bay']);
  });

  it('[2.9/9] [5.5/2] forms beside a named list lead back to it, also when they fail', async () => {
    const list = await startList([]);
    const { location: path } = await list.shopper.submit('/wishlist/create', {
      ...{ wishlist_name: 'Birthday', wishlist_visibility: '1' },
    });
    const named = { ...list, path, token: path.slice(-22) };
    const body = await open(named);
    const act = (write: string, fields: Readonly<Record<string, string>> = {}) =>
      list.shopper.submit(`/wishlist/${write}`, { ...readHidden(body, `/wishlist/${write}`), ...fields });
    for (const [write, fields] of [
      ['rename', { wishlist_name: '   ' }],
      ['privacy', { wishlist_visibility: '1' }],
      ['gift', { is_gift_list: '1', delivery_address: 'x'.repeat(900) }],
      ['renew-link', {}],
    ] as const) {
      expect(readHidden(body, `/wishlist/${write}`).return, write).toBe(path);
      expect((await act(write, fields)).location, write).toBe(path);
    }
    await open(named);
    expect((await act('rename', { wishlist_name: '   ' })).location).toBe(path);
    expect(readNotices(await open(named))).toEqual(['Please enter a name for the list.']);
    await list.shopper.submit('/wishlist/delete', { wishlist_id: named.token });
    expect((await act('privacy', { wishlist_visibility: '2' })).location, 'the list is gone').toBe('/wishlist');
  });

  it('[2.9/7] [2.9/11] every form of a page of photographs, and the popup that moves a row, leads back to that page', async () => {
    const list = await startList([...products, soldOut]);
    const place = { ...list, path: `${list.path}?page=2&view=images-grid` };
    expect(readHidden(await open(list), '/wishlist/update').view, 'as the shop has set it').toBeUndefined();
    const body = await open(place);
    const hidden = readHidden(body, '/wishlist/update');
    const [first = '', second = ''] = readRows(body);
    for (const write of ['rename', 'privacy', 'gift'])
      expect(readHidden(body, `/wishlist/${write}`).return, write).toBe(place.path);
    const submit = (path: string, fields: Readonly<Record<string, string>>) =>
      list.shopper.submit(path, { ...hidden, ...fields });
    expect((await submit('/wishlist/update', { down: first })).location).toBe(place.path);
    expect((await submit('/wishlist/to-cart', { add_to_cart: first })).location).toBe(place.path);
    expect((await submit('/wishlist/to-cart', { add_selected_to_cart: '1' })).location).toBe(place.path);
    const refused = decode((await submit('/wishlist/to-cart', { add_to_cart: second })).body);
    expect(refused).toContain('wishlist_table images_grid');
    expect(readHidden(refused, '/wishlist/update')).toMatchObject({ page: '2', view: 'images-grid' });
    const removed = await submit('/wishlist/update', { remove: second });
    expect(removed.location).toBe(place.path);
    const undo = readHidden((await list.shopper.visit(removed.location)).body, '/wishlist/restore');
    expect((await list.shopper.submit('/wishlist/restore', { ...undo, item_id: second })).location).toBe(place.path);
    const privacy = readHidden(body, '/wishlist/privacy');
    expect((await list.shopper.submit('/wishlist/privacy', { ...privacy, wishlist_visibility: '1' })).location).toBe(
      place.path,
    );
    const [, popup = ''] = new RegExp(`href="(/wishlist/move\\?[^"]*item_id=${first}&[^"]*)"`).exec(body) ?? [];
    const asked = readHidden((await list.shopper.visit(popup)).body, '/wishlist/move');
    const moved = { ...asked, wishlist_visibility: '2' };
    const unnamed = await list.shopper.submit('/wishlist/move', { ...moved, destination: 'new' });
    expect(unnamed.location).toBe(place.path);
    expect((await list.shopper.submit('/wishlist/move', { ...moved, wishlist_name: 'New' })).location).toBe(place.path);
    expect(readNames(await open(place))).toEqual(['Gone']);
  });

  it('[2.9/7] a row is moved by its select', async () => {
    const list = await startList(products.slice(0, 2));
    await list.shopper.submit('/wishlist/create', { wishlist_name: 'Birthday', wishlist_visibility: '2' });
    const body = await open(list);
    const [first = ''] = readRows(body);
    const [, target = ''] = /value="move:([\w-]{22})"/.exec(body) ?? [];
    const after = await update(list, { move: first, [`items[${first}][destination]`]: target });
    expect(readNames(after)).toEqual(['Bay']);
    const said = ['Moved to the other list. View “Birthday”'];
    expect(readNotices(after)).toEqual(said);
    const again = await update(list, { move: first, [`items[${first}][destination]`]: target });
    expect(readNotices(again), 'the same form again').toEqual(said);
  });

  it('[2.9/7] “Move” without a list asks for one, at the select of the row, and saves what was typed', async () => {
    const list = await startList([...products, soldOut]);
    await list.shopper.submit('/wishlist/create', { wishlist_name: 'Birthday', wishlist_visibility: '2' });
    const place = { ...list, path: `${list.path}?page=2&view=images-grid` };
    const body = await open(place);
    const [first = '', second = ''] = readRows(body);
    const fields = { ...readHidden(body, '/wishlist/update'), move: second, [`items[${second}][destination]`]: '' };
    const asked = await update(list, { ...fields, [`items[${first}][quantity]`]: '3' });
    expect(readNames(asked)).toEqual(['Dune', 'Gone']);
    expect(readNotices(asked)).toEqual(['Your changes are saved.', 'Please choose a list to move the item to.']);
    const focused = [...asked.matchAll(/<[^>]*? autofocus[^>]*>/g)].map(([tag]) => tag);
    expect(focused).toHaveLength(1);
    expect(focused[0]).toContain(`name="items[${second}][destination]"`);
    expect(focused[0]).toContain(`aria-describedby="move-${second}-error"`);
    expect(asked).toMatch(new RegExp(`id="move-${second}-error"[\\s\\S]{0,400}Please choose a list`));
    const panel = asked.slice(asked.indexOf(`id="item-${second}"`));
    expect(panel.match(/<details [^>]*open/g), 'the select can be seen').toHaveLength(2);
    expect((await open(place)).match(/<details [^>]*open/), 'once').toBeNull();
    await update(list, { remove: second });
    const gone = await update(list, fields);
    expect(readNotices(gone)).toEqual(['Please choose a list to move the item to.']);
    expect(gone.match(/ autofocus/g)).toHaveLength(1);
  });
});

describe('a page of 100 rows', () => {
  it('[3.8/7] sends all of its fields at once, with each row selected', async () => {
    const large = await salesShop(database, { settings: { 'wishlist-pages': { perPage: 100 } } });
    const list = await startList(products.slice(0, 1), large);
    await list.shopper.submit('/wishlist/create', { wishlist_name: 'Birthday', wishlist_visibility: '2' });
    await fillList(list, 99);
    const body = await open(list);
    const elements = [...body.matchAll(/<(?:input|select|textarea) [^>]*name="(items\[\d+\]\[\w+\])"[^>]*>/g)];
    const names = elements.filter(([element]) => !element.includes('disabled')).map(([, name = '']) => name);
    expect(names).toHaveLength(400);
    const fields = Object.fromEntries(names.map((name) => [name, name.includes('selected') ? '1' : '2']));
    const { shown = '' } = readForm(body);
    expect(shown.split(',')).toHaveLength(100);
    const saved = await update(list, { ...fields, shown, page: '1', bulk_actions: 'delete', apply_bulk_actions: '1' });
    expect(saved).toContain('Your wishlist is empty');
  });
});

describe('to the cart', () => {
  const toCart = ({ shopper, token }: TestList, fields: Readonly<Record<string, string>>) =>
    shopper.submit('/wishlist/to-cart', { wishlist_id: token, ...fields });
  const readCart = async ({ shopper }: TestList) =>
    [...(await shopper.visit('/cart')).body.matchAll(/class="cart-line__name"><a [^>]*>([^<]*)/g)].map(
      ([, name]) => name,
    );

  it('[2.9/8] one row, with the quantity that the field has', async () => {
    const list = await startList(products.slice(0, 2));
    const [first = ''] = readRows(await open(list));
    const { location } = await toCart(list, { add_to_cart: first, [`items[${first}][quantity]`]: '3' });
    expect(location).toBe(list.path);
    expect(readNotices(await open(list))).toEqual(['3 items were added to your cart. View cart']);
    expect(await readCart(list)).toEqual(['Ash']);
    expect(readNames(await open(list)), 'stays in the list').toEqual(['Ash', 'Bay']);
    expect(new URLSearchParams(list.shopper.cookies.get('vt_hint')).get('c')).toBe('3');
  });

  it('[9.10/2] and what was typed into rows is saved before, also when nothing is selected', async () => {
    const list = await startList(products.slice(0, 2));
    const form = readForm(await open(list));
    const [first = '', second = ''] = readRows(await open(list));
    const [quantity, note] = [`items[${first}][quantity]`, `items[${second}][note]`];
    await toCart(list, { ...form, [quantity]: '7', add_to_cart: second });
    const bought = await open(list);
    expect(readForm(bought)[quantity]).toBe('7');
    expect(await readCart(list)).toEqual(['Bay']);
    await toCart(list, { ...readForm(bought), [note]: 'For Anna', add_selected_to_cart: '1' });
    const selected = await open(list);
    expect(readForm(selected)[note]).toBe('For Anna');
    expect(readNotices(selected)).toEqual(['Please select at least one item.']);
    await toCart(list, { ...readForm(selected), [note]: 'A'.repeat(501), add_to_cart: second });
    expect(readNotices(await open(list))).toEqual([
      '1 item was added to your cart. View cart',
      expect.stringContaining('at most 500 characters'),
    ]);
  });

  it('and a viewer’s quantities are for the cart only', async () => {
    const list = await startList(products.slice(0, 1));
    const [first = ''] = readRows(await open(list));
    const shared = await share(list);
    const viewer = newShopper(app);
    expect((await viewer.visit(shared)).body).not.toContain('name="shown"');
    const fields = { add_to_cart: first, [`items[${first}][quantity]`]: '3', [`items[${first}][note]`]: 'Mine' };
    await viewer.submit('/wishlist/to-cart', { wishlist_id: shared.slice(-22), ...fields });
    const { [`items[${first}][quantity]`]: quantity, [`items[${first}][note]`]: note } = readForm(await open(list));
    expect([quantity, note]).toEqual(['1', '']);
  });

  it('all rows, also those of other pages, and says what could not be added and why', async () => {
    const { product } = await addBowl(app.shop);
    const list = await startList([...products, soldOut, product]);
    const { status, body } = await toCart(list, { add_all_to_cart: '1' });
    expect(status).toBe(200);
    const [notice = ''] = readNotices(body);
    expect(notice).toContain('Some items could not be added to your cart 4 items were added to your cart.');
    expect(notice).toMatch(/Gone : .*(sold out|out of stock)/i);
    expect(notice).toMatch(/Tide bowl : Please select some product options/);
    expect(await readCart(list)).toHaveLength(4);
  });

  it('all rows, and links what could not be added to the page of the list that has it', async () => {
    const readLink = (html: string, name: string) =>
      new RegExp(`<li><a href="([^"]*)">${name}</a>`).exec(decode(html))?.[1] ?? '';
    const list = await startList([...products, soldOut]);
    const [, gone = ''] = readRows(await open({ ...list, path: `${list.path}?page=2` }));
    const grid = { add_all_to_cart: '1', view: 'images-grid' };
    const shown = await toCart(list, { ...grid, page: '2' });
    expect(readLink(shown.body, 'Gone'), 'a row of this page').toBe(`#item-${gone}`);
    const other = readLink((await toCart(list, { ...grid, page: '1' })).body, 'Gone');
    expect(other).toBe(`${list.path}?page=2&view=images-grid#item-${gone}`);
    expect(await open({ ...list, path: other })).toContain(`id="item-${gone}"`);
    const settings = { 'wishlist-pages': { perPage: 1 }, wishlists: { removeAfterAddToCart: true } };
    const shop = await salesShop(database, { settings });
    const short = await startList(
      [soldOut, ...products.slice(0, 2), await addProduct(app.shop, { name: 'Sold', stock: 0 })],
      shop,
    );
    const { body } = await toCart(short, { add_all_to_cart: '1' });
    expect(readLink(body, 'Sold'), 'after added rows are removed').toMatch(/\?page=2#item-\d+$/);
  });

  it('[2.9/8] not what leaves an option open, sets and products of other shops: it says so, and links to their pages', async () => {
    const bowl = await addBowl(app.shop);
    const saved = { status: 'published', master: { regularPrice: 1000 } } as const;
    const external = await saveTestProduct(app.shop, {
      ...{ ...saved, name: 'Book', slug: 'book', type: 'external', externalUrl: 'https://press.example/book' },
    });
    const set = await saveTestProduct(app.shop, {
      ...{ status: 'published', name: 'Set', slug: 'set', type: 'grouped', grouped: products.slice(0, 2) },
    });
    const list = await startList([bowl.large, external.id, set.id]);
    const body = await open(list);
    expect(readNames(body)).toEqual(['Tide bowl', 'Book', 'Set']);
    expect(body, 'an option is open').not.toContain('stock--in');
    expect(body).not.toContain('name="add_to_cart"');
    expect(body).toMatch(new RegExp(`href="/product/[^"]*\\?variation=${bowl.large}"[^>]*>Select options `));
    const [notice = ''] = readNotices((await toCart(list, { add_all_to_cart: '1' })).body);
    expect(notice).toContain('Tide bowl : Please select some product options first. Select options Tide bowl');
    expect(notice).toContain('Book : This product is sold by another shop. Please see its page. View product Book');
    expect(notice).toContain('Set : This is a set. Please choose its items on its page. View product Set');
    const choices = { attribute_size: 'large', attribute_glaze: 'ash' };
    const chosen = { product_id: String(bowl.product), variation_id: String(bowl.large), ...choices };
    await list.shopper.submit('/wishlist/add', chosen);
    expect((await list.shopper.visit(`${list.path}?page=2`)).body).toContain('name="add_to_cart"');
  });

  it('at most 200 rows at once, and says how many more the list has', async () => {
    const shop = await salesShop(database, { settings: { wishlists: { redirectToCart: true } } });
    const list = await startList(products.slice(0, 1), shop);
    await fillList(list, 202);
    const { status, body } = await toCart(list, { add_all_to_cart: '1' });
    expect(status).toBe(200);
    expect(readNotices(body)).toEqual([
      'Some items could not be added to your cart 200 items were added to your cart. View cart ' +
        '3 more items of the list were left out: at most 200 can be added at once.',
    ]);
  });

  it('once for a form that is sent again before its answer came, and again for the next one', async () => {
    const list = await startList(products.slice(0, 2));
    await list.shopper.addToCart(products[2] ?? 0);
    const count = () => new URLSearchParams(list.shopper.cookies.get('vt_hint')).get('c');
    await Promise.all([1, 2, 3].map(() => toCart(list, { add_all_to_cart: '1' })));
    expect(count()).toBe('3');
    await toCart(list, { add_all_to_cart: '1' });
    expect(count()).toBe('5');
  });

  it('with as many statements for many rows as for one', async () => {
    const list = await startList(products);
    await list.shopper.addToCart(products[0] ?? 0);
    const [first = ''] = readRows(await open(list));
    const one = await countQueries(() => toCart(list, { add_to_cart: first }));
    const all = await countQueries(() => toCart(list, { add_all_to_cart: '1' }));
    expect(all.queries).toBeLessThanOrEqual(one.queries);
  });

  it('selected rows only, and none selected is said', async () => {
    const list = await startList(products.slice(0, 3));
    const [, second = ''] = readRows(await open(list));
    await toCart(list, { add_selected_to_cart: '1' });
    expect(readNotices(await open(list))).toEqual(['Please select at least one item.']);
    await toCart(list, { add_selected_to_cart: '1', [`items[${second}][selected]`]: '1' });
    expect(await readCart(list)).toEqual(['Bay']);
  });

  it('[2.9/2] [2.9/3] by the bulk action too, as the button does it, and says that a row or an action is missing', async () => {
    const list = await startList([...products.slice(0, 2), soldOut]);
    const body = await open(list);
    const [first = '', second = '', third = ''] = readRows(body);
    expect(body).toContain('<option value="add_to_cart">Add to cart</option>');
    const select = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`items[${id}][selected]`, '1']));
    const apply = (bulk_actions: string, fields: Readonly<Record<string, string>>) =>
      list.shopper.submit('/wishlist/update', {
        ...{ wishlist_id: list.token, apply_bulk_actions: '1', bulk_actions },
        ...fields,
      });
    await apply('add_to_cart', {});
    expect(readNotices(await open(list))).toEqual(['Please select at least one item.']);
    const quantity = { [`items[${second}][quantity]`]: '4' };
    await apply('', { ...select(second), ...quantity });
    const said = await open(list);
    expect(readNotices(said)).toEqual(['Your changes are saved.', 'Please choose an action for the selected items.']);
    expect(said).toMatch(/notice--error[^>]*>[\s\S]{0,400}Please choose an action/);
    expect(await readCart(list)).toEqual([]);
    const { location } = await apply('add_to_cart', { ...select(second), ...quantity });
    expect(location).toBe(list.path);
    expect(readNotices(await open(list))).toEqual(['4 items were added to your cart. View cart']);
    expect(await readCart(list)).toEqual(['Bay']);
    expect(new URLSearchParams(list.shopper.cookies.get('vt_hint')).get('c')).toBe('4');
    const refused = await apply('add_to_cart', select(first, third));
    expect(refused.status).toBe(200);
    const [notice = ''] = readNotices(refused.body);
    expect(notice).toContain('Some items could not be added to your cart 1 item was added to your cart.');
    expect(notice).toMatch(/Gone : .*(sold out|out of stock)/i);
    expect(await readCart(list)).toEqual(['Bay', 'Ash']);
  });

  it('[4.8/10] [6/9] [7.6/20] removes the owner’s row where the shop wants that, and leads to the cart', async () => {
    const wishlists = { removeAfterAddToCart: true, redirectToCart: true };
    const shop = await salesShop(database, { settings: { wishlists } });
    const list = await startList(products.slice(0, 2), shop);
    const [first = ''] = readRows(await open(list));
    const shared = await share(list);
    const viewer = newShopper(shop);
    const token = shared.slice(-22);
    const { location } = await viewer.submit('/wishlist/to-cart', { wishlist_id: token, add_to_cart: first });
    expect(location).toBe('/cart');
    expect(readNames(await open(list)), 'a viewer removes nothing').toEqual(['Ash', 'Bay']);
    expect((await toCart(list, { add_to_cart: first })).location).toBe('/cart');
    expect(readNames(await open(list))).toEqual(['Bay']);
    expect(new URLSearchParams(list.shopper.cookies.get('vt_hint')).get('w')).toBe('1');
  });

  it('and from the cart back to the list: “save for later”', async () => {
    const list = await startList(products.slice(0, 1));
    await list.shopper.addToCart(Number(products[1]), 2);
    const cart = (await list.shopper.visit('/cart')).body;
    const [, key = ''] = /value="([\w-]{36})" [^>]*formaction="\/wishlist\/save-for-later"/i.exec(cart) ?? [];
    await list.shopper.submit('/wishlist/save-for-later', { cart_item_key: key });
    expect((await list.shopper.visit('/cart')).body).toMatch(
      /The item is in your wishlist now\..{0,20}<a href="\/wishlist">View wishlist<\/a>/,
    );
    expect(await readCart(list)).toEqual([]);
    const body = await open(list);
    expect(readNames(body)).toEqual(['Ash', 'Bay']);
    expect(body).toMatch(/name="items\[\d+\]\[quantity\]" value="2"/);
    await list.shopper.addToCart(Number(products[1]), 5);
    const again = (await list.shopper.visit('/cart')).body;
    const [, secondKey = ''] = /value="([\w-]{36})" [^>]*formaction="\/wishlist\/save-for-later"/i.exec(again) ?? [];
    await list.shopper.submit('/wishlist/save-for-later', { cart_item_key: secondKey });
    expect(await open(list), 'the list has it with fewer').toMatch(/name="items\[\d+\]\[quantity\]" value="5"/);
    const other = newShopper(app);
    await other.addToCart(Number(products[0]));
    const { location } = await other.submit('/wishlist/save-for-later', { cart_item_key: key });
    expect(location, 'a foreign line').toBe('/cart');
    expect((await other.visit('/cart')).body).toContain('notice--error');
    expect((await other.visit('/wishlist')).body).toContain('Your wishlist is empty');
  });
});

describe('for others', () => {
  it('[2.9/10] [3.8/4] [3.8/13] a shared list is shown by its link, “no-interactions”, with nothing of its owner', async () => {
    const list = await startList(products.slice(0, 2));
    expect((await newShopper(app).visit(list.path)).status, 'private').toBe(404);
    const shared = await share(list);
    const viewer = newShopper(app);
    const { status, body, headers } = await viewer.visit(shared);
    expect([status, headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
      ...[200, 'private, no-store', 'same-origin', 'noindex'],
    ]);
    expect(readNames(body)).toEqual(['Ash', 'Bay']);
    expect(body, 'viewers have checkboxes, too').toContain('scope="col">Select</th>');
    expect(body).toMatch(/<div class="cart wishlist_table [^"]*no-interactions"/);
    expect(body).toContain('action="/wishlist/to-cart"');
    for (const part of [list.token, 'remove_from_wishlist"', 'hidden-title-form', 'wishlist-visibility', 'name="note'])
      expect(body).not.toContain(part);
    expect((await viewer.visit(list.path)).status, 'the owner’s token opens nothing for others').toBe(404);
  });

  it('a viewer who posts an owner’s action changes nothing', async () => {
    const list = await startList(products.slice(0, 2));
    const shared = await share(list);
    const [first = ''] = readRows(await open(list));
    const viewer = newShopper(app);
    for (const token of [shared.slice(-22), list.token])
      for (const fields of [{ remove: first }, { down: first }, { [`items[${first}][note]`]: 'x', update: '1' }]) {
        const { location } = await viewer.submit('/wishlist/update', { wishlist_id: token, ...fields });
        expect(location).toBe('/wishlist');
      }
    const body = await open(list);
    expect(readNames(body)).toEqual(['Ash', 'Bay']);
    expect(body).not.toContain('wishlist-item__note');
  });

  it('forged fields are refused or ignored', async () => {
    const list = await startList(products.slice(0, 1));
    const foreign = await startList(products.slice(0, 1));
    const [foreignRow = ''] = readRows(await open(foreign));
    for (const fields of [{ wishlist_id: 'x' }, { wishlist_id: '' }, { wishlist_id: `${'a'.repeat(22)}'` }])
      expect((await list.shopper.submit('/wishlist/update', fields)).status).toBe(400);
    const body = await update(list, {
      remove: foreignRow,
      [`items[${foreignRow}][quantity]`]: '9',
      'items[0][note]': 'x',
    });
    expect(readNames(body)).toEqual(['Ash']);
    expect(readNames(await open(foreign))).toEqual(['Ash']);
  });

  it('[D12] names the owner and the occasion of a gift list, as far as its owner says them', async () => {
    const list = await startList(products.slice(0, 1));
    const shared = await share(list);
    const send = (fields: Record<string, string>) =>
      list.shopper.submit('/wishlist/gift', { wishlist_id: list.token, is_gift_list: '1', ...fields });
    const readOccasion = async () =>
      /<p class="[^"]*wishlist__occasion">([^<]*)</.exec((await newShopper(app).visit(shared)).body)?.[1];
    await send({});
    expect(await readOccasion()).toBe('Gift list');
    await send({ owner_name: ' Ada & Sam ', occasion: 'Wedding', event_date: '2027-06-05' });
    expect(await readOccasion()).toBe('Gift list of Ada &amp; Sam · Wedding · 5 June 2027');
    const found = await findList(app.shop, app.shop.db, null, shared.slice(-22));
    expect(found && (await describeListPdf(app.shop, found)).facts).toContainEqual({
      label: 'Occasion',
      value: 'Gift list of Ada & Sam · Wedding · 5 June 2027',
    });
    await send({ occasion: 'Moving house' });
    expect(await readOccasion()).toBe('Gift list · Moving house');
    expect((await send({ owner_name: 'x'.repeat(101) })).status).toBe(400);
    await send({ owner_name: 'Ada' });
    expect(await open(list)).toContain('name="owner_name" value="Ada"');
    await send({});
    expect(await readOccasion(), 'it says no more what the owner has removed').toBe('Gift list');
  });

  it('a gift list says what was bought, to givers, and to its owner only on request', async () => {
    const list = await startList(products.slice(0, 1));
    const [row = ''] = readRows(await open(list));
    await update(list, { [`items[${row}][quantity]`]: '2', update: '1' });
    const shared = await share(list);
    const gift = { is_gift_list: '1', event_date: '2027-06-05', delivery_address: '7 Heron Road' };
    await list.shopper.submit('/wishlist/gift', { wishlist_id: list.token, ...gift });
    const giver = newShopper(app);
    const before = (await giver.visit(shared)).body;
    expect(before).toContain('Gift list for 5 June 2027');
    expect(before).toContain('0 of 2 bought');
    expect(before).not.toContain('Heron Road');
    const [, form = ''] =
      new RegExp(`<form id="buy-${row}"[^>]*action="/wishlist/buy"[^>]*>(.*?)</form>`).exec(before) ?? [];
    expect(form).toContain(`name="wishlist_token" value="${shared.slice(-22)}"`);
    const fields = { wishlist_token: shared.slice(-22), item_id: row, quantity: '1', giver: 'Bea' };
    await giver.submit('/wishlist/buy', fields);
    const after = (await giver.visit(shared)).body;
    expect(after).toContain('1 of 2 bought');
    expect(after).toContain('What you bought from this list');
    expect(await open(list)).not.toContain('of 2 bought');
    await list.shopper.submit('/wishlist/gift', { wishlist_id: list.token, ...gift, shows_bought: '1' });
    const thanks = /Thank-you list[\s\S]*1 × Ash[\s\S]*Bea/;
    expect(await open(list)).toMatch(thanks);
    expect(await update(list, { remove: row }), 'the list is empty').toMatch(thanks);
    const empty = (await giver.visit(shared)).body;
    expect(empty).toMatch(/What you bought from this list[\s\S]*1 × Ash/);
    for (const part of ['Thank-you list', 'Your wishlist']) expect(empty).not.toContain(part);
  });

  it('a giver who comes second stays on the list and reads why; whose list is private again reads that', async () => {
    const list = await startList(products.slice(0, 2));
    const shared = await share(list);
    await list.shopper.submit('/wishlist/gift', { wishlist_id: list.token, is_gift_list: '1' });
    const [early, late] = [newShopper(app), newShopper(app)];
    const fields = readHidden((await late.visit(shared)).body, '/wishlist/buy');
    await early.submit('/wishlist/buy', { ...fields, quantity: '1', request_key: 'early' });
    expect((await late.submit('/wishlist/buy', { ...fields, quantity: '1' })).location).toBe(shared);
    const body = decode((await late.visit(shared)).body);
    expect(readNames(body)).toEqual(['Ash', 'Bay']);
    expect(readNotices(body)).toEqual(['Someone else has already bought this.']);
    await list.shopper.submit('/wishlist/privacy', { wishlist_id: list.token, wishlist_visibility: '2' });
    expect((await late.submit('/wishlist/buy', { ...fields, quantity: '1' })).location).toBe('/wishlist');
    const own = decode((await late.visit('/wishlist')).body);
    expect(readNotices(own)).toEqual(['This list is no longer available.']);
    expect(own, 'its script shows the notice').toContain('<vt-behaviour name="wishlist-pages/list-page"');
  });

  it('a gift that is marked twice by one form counts once, also for a guest who is new to the shop', async () => {
    const list = await startList(products.slice(0, 1));
    const [row = ''] = readRows(await open(list));
    await update(list, { [`items[${row}][quantity]`]: '4', update: '1' });
    const shared = await share(list);
    await list.shopper.submit('/wishlist/gift', { wishlist_id: list.token, is_gift_list: '1', shows_bought: '1' });
    const [lost, giver] = [newShopper(app), newShopper(app)];
    const readBuyForm = async () => {
      const [, request_key = ''] = /name="request_key" value="([^"]+)"/.exec((await giver.visit(shared)).body) ?? [];
      return { wishlist_token: shared.slice(-22), item_id: row, quantity: '1', giver: 'Bea', request_key };
    };
    const readMarks = async (shopper: Shopper) => {
      const { body } = await shopper.visit(shared);
      const own = [...body.matchAll(/action="\/wishlist\/take-back"/g)].length;
      return [/\d of 4 bought/.exec(body)?.[0], own];
    };
    const first = await readBuyForm();
    // The browser has no cookie yet, and takes the last answer.
    for (const shopper of [lost, giver]) await shopper.submit('/wishlist/buy', first);
    expect(await Promise.all([lost, giver].map(readMarks))).toEqual([
      ['1 of 4 bought', 0],
      ['1 of 4 bought', 1],
    ]);
    const second = await readBuyForm();
    await Promise.all([1, 2].map(() => giver.submit('/wishlist/buy', second)));
    expect(await readMarks(giver), 'another form').toEqual(['2 of 4 bought', 2]);
    await giver.submit('/wishlist/buy', { ...second, giver: 'Carl' });
    expect(await readMarks(giver), 'another name').toEqual(['3 of 4 bought', 3]);
  });
});
