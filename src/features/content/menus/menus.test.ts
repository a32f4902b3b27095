import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureCategories } from '#features/catalog/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { addBlocks, addTextPage, findContentId, publishMenu as publish, setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { Block } from '../blocks/block.ts';
import { contentBlocks } from '../blocks/block-types.ts';
import { checkTree } from '../blocks/tree.ts';
import { addRevision, changeSlug, findEntry } from '../entries/save-entry.ts';
import { getMenusWithoutDatabase, loadMenus } from './load-menus.tsx';

const { database } = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'content.read', 'content.write');
let app: App;
let office: ReturnType<typeof openOffice>;
let ids: { page: number; hidden: number; category: number; mug: number; draft: number };

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, ada);
  const categories = await inTransaction(app.shop.db, (tx) =>
    ensureCategories(app.shop, tx, [['Bowls', 'Deep'], ['Mugs']]),
  );
  await addTextPage(app.shop, { slug: 'kiln', title: 'Our kiln', html: '<p>Hot.</p>', place: 'help' });
  await addTextPage(app.shop, { slug: 'hidden', title: 'Hidden', html: '<p>Not yet.</p>' });
  await setPublished(app.shop, ['hidden'], false);
  ids = {
    ...{ page: await findContentId(app.shop, 'kiln'), hidden: await findContentId(app.shop, 'hidden') },
    category: [...categories.values()].flat()[0] ?? 0,
    ...{
      mug: await (
        await saveTestProduct(app.shop, { name: 'Tall mug', status: 'published', master: { regularPrice: 100 } })
      ).id,
      draft: await addProduct(app.shop, { status: 'draft' }),
    },
  };
});

const visit = async (url: string) => (await app.http.inject(url)).body;
/** The menu without the dropdown for entries without room, which a script fills. */
const readMenu = (body: string) =>
  (/<nav class="site-menu".*?<\/nav>/s.exec(body)?.[0] ?? '').replace(/<li[^>]*data-more.*?<\/ul><\/li>/s, '');
const readSidebar = (body: string) => /<dialog class="sidebar".*?<\/dialog>/s.exec(body)?.[0] ?? '';
const readFooter = (body: string) => /<footer class="site-footer">.*<\/footer>/s.exec(body)?.[0] ?? '';

const publishMenu = (blocks: readonly Block[], name: 'main' | 'footer' = 'main') => publish(app.shop, name, blocks);

const link = (id: string, values: Block['values']): Block => ({ id, type: 'menu-link', values });
const group = (id: string, values: Block['values'], children: readonly Block[]): Block => ({
  ...{ id, type: 'menu-group', values, children },
});
const panel = (children: readonly Block[]): Block => ({
  ...{ id: 'panel', type: 'menu-panel', values: { text: 'Studio' } },
  children: [{ id: 'col', type: 'menu-column', values: { title: 'Making' }, children }],
});
const words = (id: string, html: string): Block => ({ id, type: 'text', values: { html } });

describe('the menus that a shop begins with', () => {
  it('have all products and the categories, and pages, contact details and links that the law asks for', async () => {
    const body = await visit('/shop');
    expect(readMenu(body)).toMatch(/href="\/shop" aria-current="page">Shop all<.*>Bowls<.*>Deep<.*>Mugs</s);
    expect(readSidebar(body)).toMatch(/>Shop all<.*>Bowls<.*>Deep<.*>Mugs</s);
    const footer = readFooter(body);
    expect(footer).toMatch(/>Shop<.*>Bowls<.*>Help<.*>Our kiln<.*>Contact<.*mailto:.*>Legal</s);
    expect(footer).toContain('href="/withdrawal"');
    expect(footer).toContain('href="/cookie-settings"');
  });

  it('are added once, published, and shown while none is published and without the database', async () => {
    const { rows } = await database.pool.query(
      `select slug, published_id = draft_id as "isPublished" from content_entries where kind = 'menu' order by slug`,
    );
    expect(rows).toEqual([
      { slug: 'menu.footer', isPublished: true },
      { slug: 'menu.main', isPublished: true },
    ]);
    await setPublished(app.shop, ['menu.main'], false);
    expect(readMenu(await visit('/shop'))).toMatch(/>Shop all<.*>Bowls</s);
    await setPublished(app.shop, ['menu.main'], true);
    expect(getMenusWithoutDatabase(app.shop).main).toEqual([{ kind: 'link', name: 'Shop all', href: '/shop' }]);
  });
});

describe('a menu', () => {
  it('[E3] links by id: to pages, categories and products with their names, and to addresses', async () => {
    await publishMenu([
      link('a', { entry: ids.page }),
      link('b', { category: ids.category, text: 'Deep ones' }),
      link('c', { product: ids.mug }),
      link('d', { text: 'Elsewhere', href: 'https://example.com/x' }),
    ]);
    const menu = readMenu(await visit('/shop'));
    expect(menu).toMatch(/href="\/pages\/kiln">Our kiln<.*>Deep ones<.*href="\/product\/tall-mug">Tall mug</s);
    expect(menu).toContain('href="https://example.com/x">Elsewhere<');
  });

  it('follows the address of what it links to, at the next request', async () => {
    expect(readMenu(await visit('/shop'))).toContain('/pages/kiln"');
    await inTransaction(app.shop.db, (tx) => changeSlug(app.shop, tx, ids.page, 'oven'));
    await saveTestProduct(app.shop, { id: ids.mug, name: 'Taller mug' });
    const menu = readMenu(await visit('/shop'));
    expect(menu).toContain('href="/pages/oven">Our kiln<');
    expect(menu).toContain('>Taller mug<');
    await inTransaction(app.shop.db, (tx) => changeSlug(app.shop, tx, ids.page, 'kiln'));
  });

  it('leaves out what is not published, what is gone, and dropdowns of which nothing is left', async () => {
    await publishMenu([
      link('a', { entry: ids.hidden, text: 'Hidden page' }),
      link('b', { category: 999_999, text: 'Gone category' }),
      link('c', { product: ids.draft, text: 'Draft product' }),
      link('d', { text: 'Nowhere' }),
      link('e', { href: '/shop' }),
      group('f', { text: 'Empty group' }, [link('g', { entry: ids.hidden })]),
      group('h', { text: 'Kept group', href: '/shop' }, [link('i', { entry: ids.hidden })]),
    ]);
    const menu = readMenu(await visit('/shop'));
    expect(menu).not.toMatch(/Hidden page|Gone category|Draft product|Nowhere|Empty group|data-dropdown/);
    expect(menu.match(/<li/g)).toHaveLength(1);
    expect(menu).toContain('>Kept group<');
    await setPublished(app.shop, ['hidden'], true);
    expect(readMenu(await visit('/shop'))).toMatch(/Hidden page.*Empty group.*Kept group/s);
    await setPublished(app.shop, ['hidden'], false);
    expect(readMenu(await visit('/shop'))).not.toContain('Hidden page');
  });

  it('[2.1/2] has dropdowns that a button opens, wide ones with columns, and blocks of pages in them', async () => {
    await publishMenu([
      group('g', { text: 'About' }, [
        { id: 'h', type: 'menu-heading', values: { title: 'Who we are' } },
        link('l', { entry: ids.page }),
        words('w', '<p>Come <b>and</b> see us. [contact-form id="1"]</p>'),
      ]),
      panel([
        link('p', { category: ids.category }),
        { id: 'm', type: 'products', values: { source: 'newest', count: 2 } },
      ]),
    ]);
    const body = await visit('/shop');
    const menu = readMenu(body);
    expect(menu).toMatch(
      /<button class="menu__toggle menu__toggle--named"[^>]*aria-expanded="false" aria-controls="menu-1">About/,
    );
    expect(menu).toMatch(/class="menu__heading">Who we are<.*Our kiln.*Come <b>and<\/b> see us\./s);
    expect(menu).not.toContain('contact-form');
    expect(menu).toMatch(/menu__columns.*class="menu__heading">Making<.*product-grid.*Taller mug/s);
    expect(menu).not.toContain('<h1');
    expect(readSidebar(body)).toMatch(/>About<.*Who we are.*Our kiln.*Come <b>and<\/b> see us.*>Studio<.*Making/s);
    for (const sheet of ['products.page.css', 'rich-menu.page.css']) expect(body).toContain(sheet);
    const elementIds = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(elementIds.filter((id, index) => elementIds.indexOf(id) !== index)).toEqual([]);
    expect(await visit('/checkout')).not.toContain('rich-menu.page.css');
  });

  it('changes with the price of a product in it', async () => {
    expect(readMenu(await visit('/shop'))).not.toContain('€77.00');
    await saveTestProduct(app.shop, { id: ids.mug, master: { regularPrice: 7700 } });
    expect(readMenu(await visit('/shop'))).toContain('€77.00');
  });

  it('takes one statement, and none while nothing in it has changed', async () => {
    await publishMenu([
      link('a', { entry: ids.page }),
      group('g', { text: 'More' }, [link('l', { category: ids.category })]),
    ]);
    await visit('/cart');
    app.shop.pages.invalidateHere([`content:${await findContentId(app.shop, 'menu.main')}`]);
    const first = await countQueries(() => loadMenus(app.shop));
    expect(first.queries).toBeLessThanOrEqual(1);
    expect((await countQueries(() => loadMenus(app.shop))).queries).toBe(0);
  });

  it('is not kept when something in it changes while it is loaded', async () => {
    const tag = `content:${await findContentId(app.shop, 'menu.main')}`;
    app.shop.pages.invalidateHere([tag]);
    const loading = loadMenus(app.shop);
    app.shop.pages.invalidateHere([tag]);
    await loading;
    expect((await countQueries(() => loadMenus(app.shop))).queries).toBe(1);
  });
});

describe('a footer', () => {
  it('has columns of links and blocks, and always what the law asks for', async () => {
    await publishMenu(
      [
        link('a', { text: 'Loose', href: '/shop' }),
        group('g', { text: 'Studio', href: '/pages/kiln' }, [
          { id: 'c', type: 'menu-contact', values: {} },
          words('w', '<p>Open on Fridays.</p>'),
        ]),
      ],
      'footer',
    );
    const footer = readFooter(await visit('/shop'));
    expect(footer).toMatch(/<div data-entry="\d+"><ul class="site-footer__list"><li><a href="\/shop">Loose</);
    expect(footer).toMatch(/<h2[^>]*><a href="\/pages\/kiln">Studio<\/a><\/h2>.*mailto:.*Open on Fridays\./s);
    expect(footer).toMatch(/>Legal<.*href="\/withdrawal"/s);
  });
});

const hostile =
  '<script>alert(1)</script><img src=x onerror=alert(1)>"><svg onload=alert(1)><a href="javascript:alert(1)">x</a>';

describe('hostile values', () => {
  it('are escaped in every field of a menu', async () => {
    await publishMenu([
      link('a', { text: hostile, href: '/shop' }),
      link('b', { text: 'bad', href: 'javascript:alert(1)' }),
      link('c', { text: 5, href: ['x'], entry: 'x', category: {}, product: true }),
      group('g', { text: hostile, href: '//evil.example' }, [
        { id: 'h', type: 'menu-heading', values: { title: hostile } },
        words('w', hostile),
      ]),
      group('k', { text: hostile }, [{ id: 'i', type: 'menu-heading', values: { title: hostile } }]),
      panel([{ id: 'j', type: 'menu-heading', values: { title: hostile } }]),
      { id: 'n', type: 'menu-categories', values: { count: 'x' } },
    ]);
    const body = await visit('/shop');
    for (const part of [readMenu(body), readSidebar(body)]) {
      expect(part).toContain('&lt;script&gt;');
      expect(part).not.toMatch(/<script|<img[^>]* on|<svg[^>]* on|href="javascript|href="\/\/evil/i);
    }
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'http://x.example'])(
    'are refused as an address: %s',
    (href) => {
      const found = checkTree(
        app.shop,
        [link('a', { text: 'T', entry: null, category: null, product: null, href })],
        'menu',
      );
      expect(found).toMatchObject({ ok: false, code: 'BLOCK_INVALID', blockId: 'a' });
    },
  );
});

describe('the places of blocks', () => {
  const whole = { text: '', entry: null, category: null, product: null, href: '' };
  const check = (blocks: readonly Block[], root: 'menu' | 'blocks') => {
    const found = checkTree(app.shop, blocks, root);
    return found.ok ? 'ok' : found.code;
  };

  it('are those of menus: links on top, blocks of pages in dropdowns, columns in wide ones', () => {
    const text = words('w', '');
    const column: Block = { id: 'c', type: 'menu-column', values: { title: '' }, children: [words('v', '')] };
    const wide: Block = { id: 'p', type: 'menu-panel', values: whole, children: [column] };
    expect(check([link('a', whole), group('g', whole, [text]), wide], 'menu')).toBe('ok');
    for (const misplaced of [[text], [column], [group('g', whole, [wide])], [group('g', whole, [column])]])
      expect(check(misplaced, 'menu')).toBe('BLOCK_MISPLACED');
    expect(check([{ ...wide, children: [link('l', whole)] }], 'menu')).toBe('BLOCK_MISPLACED');
    for (const type of ['form', 'embed', 'video', 'map']) {
      const { initial } = app.shop.implementations(contentBlocks).find(({ name }) => name === type) ?? {};
      const block = { id: 'x', type, values: { ...initial } };
      const inside: Block = { id: 'h', type: 'group', values: { title: '' }, children: [block] };
      const columns: Block = { id: 'k', type: 'columns', values: { count: '2' }, children: [inside] };
      for (const child of [block, columns])
        expect(check([group('g', whole, [child])], 'menu'), type).toBe('BLOCK_MISPLACED');
    }
  });

  it('keep menus out of pages', () => {
    expect(check([link('a', whole)], 'blocks')).toBe('BLOCK_MISPLACED');
    expect(check([group('g', whole, [])], 'blocks')).toBe('BLOCK_MISPLACED');
  });
});

describe('a menu in the back office', () => {
  it('is edited by buttons alone, previewed, published, seen at the next request, and restored', async () => {
    const id = await findContentId(app.shop, 'menu.main');
    const path = `content/${id}`;
    let { fields } = await office.get(path);
    expect(Object.keys(fields)).not.toContain('place');
    fields = { ...fields, blocks: '[]' };
    const press = async (button: string, more: object = {}) => {
      const reply = await office.post(path, { ...fields, ...more, _blocks: button });
      expect(reply.statusCode, reply.body.slice(0, 2000)).toBe(200);
      fields = reply.fields;
      return reply.body;
    };
    const offered = await press('blocks.add', { 'blocks.new': 'menu-group' });
    expect(offered).toMatch(/<option value="menu-link"[^>]*>Link<.*<option value="text"/s);
    expect(offered).not.toContain('<option value="form"');
    fields = { ...fields, 'blocks.values.text': 'By the creek' };
    await press(`blocks.add.${fields['blocks.open']}.inside`, { 'blocks.new': 'menu-link' });
    const saved = await office.post(path, {
      ...fields,
      'blocks.values.text': 'Tide',
      'blocks.values.href': '/pages/kiln',
    });
    expect(saved.statusCode).toBe(303);
    expect(readMenu(await visit('/shop'))).not.toContain('By the creek');
    expect((await office.get(`${path}/preview`)).body).toMatch(/By the creek.*href="\/pages\/kiln">Tide</s);
    await office.post(`${path}/publish`, {});
    expect(readMenu(await visit('/shop'))).toMatch(/By the creek.*>Tide</s);

    const earlier = /compare\?revision=(\d+)/.exec((await office.get(path)).body)?.[1];
    expect((await office.get(`${path}/compare?revision=${earlier}`)).body).toContain('By the creek');
    expect(await office.put(`${path}/restore`, { revision: earlier })).toMatchObject({ statusCode: 200 });
    await office.post(`${path}/publish`, {});
    expect(readMenu(await visit('/shop'))).not.toContain('By the creek');
  });

  it('has no address, and is not made anew', async () => {
    const id = await findContentId(app.shop, 'menu.main');
    expect((await office.put(`content/${id}/change-address`, { slug: 'x' })).statusCode).toBeGreaterThanOrEqual(400);
    const { body } = await office.get('content/new');
    expect(body).not.toMatch(/<option value="menu"|value="menu"/);
    expect(body).not.toContain('<option value="menu-link"');
  });

  it('[2.1/20] is no page, and reusable blocks of other entries change with them', async () => {
    expect((await app.http.inject('/pages/menu.main')).statusCode).toBe(404);
    const shared = await addBlocks(app.shop, 'shared', [words('s', '<p>Shared words.</p>')], { kind: 'block' });
    await publishMenu([group('g', { text: 'More' }, [{ id: 'r', type: 'reusable', values: { entry: shared } }])]);
    expect(readMenu(await visit('/shop'))).toContain('Shared words.');
    // For the links of staff: the panel of the menu, and the reusable block in it.
    const menu = await findContentId(app.shop, 'menu.main');
    for (const entry of [menu, shared]) expect(readMenu(await visit('/shop'))).toContain(`data-entry="${entry}"`);
    await setPublished(app.shop, ['block.shared'], false);
    expect(readMenu(await visit('/shop'))).not.toContain('Shared words.');
  });

  it('takes no reusable block with a map, a video or an embedded page, and such a block takes none while a menu shows it', async () => {
    const menu = await findContentId(app.shop, 'menu.main');
    const map = { id: 'm', type: 'map', values: { title: '', place: 'Quay', pictures: [], link: '', frame: '' } };
    const inColumns: Block = {
      ...{ id: 'k', type: 'columns', values: { count: '2' } },
      children: [{ id: 'g', type: 'group', values: { title: '' }, children: [map] }],
    };
    const harmless = await addBlocks(app.shop, 'harmless', [words('s', '<p>Come by.</p>')], { kind: 'block' });
    const withMap = await addBlocks(app.shop, 'with-map', [inColumns], { kind: 'block', title: 'Where we are' });
    const show = (entry: number) => [
      group('g', { text: 'Visit', entry: null, category: null, product: null, href: '' }, [
        { id: 'r', type: 'reusable', values: { entry } },
      ]),
    ];
    const save = async (id: number, blocks: readonly Block[]) =>
      office.post(`content/${id}`, { ...(await office.get(`content/${id}`)).fields, blocks: JSON.stringify(blocks) });
    const refused = await save(menu, show(withMap));
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toMatch(/“Where we are” contains a “Map” block, which can’t be used in a menu/);
    // Fine when it was saved, and not any more when it is published.
    expect((await save(menu, show(harmless))).statusCode).toBe(303);
    const later = await inTransaction(app.shop.db, async (tx) => {
      const entry = await findEntry(tx, harmless, true);
      if (!entry) throw new Error();
      return addRevision(app.shop, tx, harmless, { ...entry, tree: { version: 1, blocks: [map] } }, 'shop');
    });
    await office.post(`content/${harmless}/publish`, {});
    const atPublish = await office.post(`content/${menu}/publish`, {});
    expect([atPublish.statusCode, atPublish.body]).toEqual([
      409,
      expect.stringContaining('“harmless” contains a “Map” block'),
    ]);
    const published = () =>
      inTransaction(app.shop.db, async (tx) => [
        (await findEntry(tx, menu))?.publishedId === (await findEntry(tx, menu))?.draftId,
        (await findEntry(tx, harmless))?.publishedId === later,
      ]);
    expect(await published()).toEqual([false, true]);
    // The other way round: the menu shows it first.
    await save(harmless, [words('s', '<p>Come by.</p>')]);
    await office.post(`content/${harmless}/publish`, {});
    await office.post(`content/${menu}/publish`, {});
    expect(readMenu(await visit('/shop'))).toContain('Come by.');
    const inMenu = await save(harmless, [map]);
    expect(inMenu.statusCode).toBe(422);
    expect(inMenu.body).toMatch(/The menu “[^”]+” shows this block, and “Map” blocks can’t be used in a menu/);
    await inTransaction(app.shop.db, async (tx) => {
      const entry = await findEntry(tx, harmless, true);
      if (entry) await addRevision(app.shop, tx, harmless, { ...entry, tree: { version: 1, blocks: [map] } }, 'shop');
    });
    await office.post(`content/${harmless}/publish`, {});
    expect(readMenu(await visit('/shop'))).toContain('Come by.');
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await office.put(`content/${harmless}/schedule`, { at })).toMatchObject({ statusCode: 409 });
  });

  it('has no frames of other sites and no forms, also within reusable blocks', async () => {
    const address = 'https://www.openstreetmap.org/export/embed.html';
    const shared = await addBlocks(
      app.shop,
      'map',
      [
        { id: 'e', type: 'embed', values: { address, title: 'Where we are' } },
        { id: 'm', type: 'map', values: { frame: address } },
        { id: 'f', type: 'form', values: { form: 1 } },
      ],
      { kind: 'block' },
    );
    await addBlocks(app.shop, 'place', [{ id: 'r', type: 'reusable', values: { entry: shared } }]);
    expect(await visit('/pages/place')).toContain('<iframe');
    await publishMenu([group('g', { text: 'More' }, [{ id: 'r', type: 'reusable', values: { entry: shared } }])]);
    const menu = readMenu(await visit('/shop'));
    expect(menu).not.toMatch(/<iframe|<form|>More</);
  });
});
