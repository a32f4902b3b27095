import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
let app: App;
let id = 0;

beforeAll(async () => {
  app = await salesShop(database);
  id = await addProduct(app.shop, { name: 'Ash' });
});

const decode = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const visit = async (shopper: Shopper, path: string) => decode((await shopper.visit(path)).body);

/** A shopper with a product in the default list, and a list of their own. */
async function startLists(name = 'Birthday', visibility = '2'): Promise<Shopper> {
  const shopper = newShopper(app);
  await shopper.submit('/wishlist/add', { product_id: String(id) });
  await shopper.submit('/wishlist/create', { wishlist_name: name, wishlist_visibility: visibility });
  return shopper;
}

const readOptions = (html: string, field: string) => {
  const [select = ''] = new RegExp(`<select[^>]*name="${field}"[\\s\\S]*?</select>`).exec(html) ?? [];
  return [...select.matchAll(/<option[^>]*>([^<]*)/g)].map(([, label]) => label);
};

describe('a name with a script', () => {
  it('is text on each page, for the owner and for others, as are notes and names of givers', async () => {
    const script = '<script>alert(1)</script>';
    const shopper = await startLists(script, '0');
    await shopper.submit('/wishlist/rename', { wishlist_name: `"'>${script}` });
    const read = async (who: Shopper, path: string) => (await who.visit(path)).body;
    const manage = await read(shopper, '/wishlist/manage');
    const [own = '', named = ''] = [...manage.matchAll(/\/wishlist\/view\/([\w-]{22})"/g)].map(([, token]) => token);
    await shopper.submit('/wishlist/add', { product_id: String(id), wishlist_id: named });
    await shopper.submit('/wishlist/gift', { wishlist_id: named, is_gift_list: '1', shows_bought: '1' });
    const list = await read(shopper, `/wishlist/view/${named}`);
    const [, row = ''] = /data-row-id="(\d+)"/.exec(list) ?? [];
    await shopper.submit('/wishlist/note', { item_id: row, note: `</textarea>${script}` });
    const other = newShopper(app);
    const [, shared = ''] =
      /href="(\/wishlist\/view\/[\w-]{22})"/.exec(await read(other, '/wishlist/search?q=alert')) ?? [];
    await other.submit('/wishlist/buy', { wishlist_token: shared.slice(-22), item_id: row, giver: script });
    await other.submit('/wishlist/follow', { wishlist_token: shared.slice(-22) });
    for (const [who, path, shown] of [
      [shopper, '/wishlist', 2],
      [shopper, '/wishlist/manage', 2],
      [shopper, `/wishlist/view/${named}`, 4],
      [shopper, `/wishlist/add?add_to_wishlist=${id}`, 2],
      [shopper, `/wishlist/move?wishlist_id=${named}&item_id=${row}`, 1],
      [other, '/wishlist/search?q=alert', 1],
      [other, '/wishlist/manage', 1],
      [other, shared, 2],
    ] as const) {
      const body = await read(who, path);
      expect(body, path).not.toMatch(/<script[^>]*>alert/);
      expect(body.split('&lt;script&gt;alert(1)&lt;/script&gt;').length - 1, path).toBeGreaterThanOrEqual(shown);
    }
    expect((await shopper.visit(`/wishlist/view/${own}/pdf`)).status).toBe(200);
  });
});

describe('popups', () => {
  it('[2.10/2] [2.10/3] [4.8/6] “add” offers the lists, or a new one with name and visibility, in tabs', async () => {
    const body = await visit(await startLists(), `/wishlist/add?add_to_wishlist=${id}&ajax=true`);
    expect(body).toMatch(/<div class="wl-popup-content [^"]*">[\s\S]*<\/div><div class="wl-popup-footer [^"]*">/);
    expect(body).toMatch(/class="input wishlist-select"/);
    expect(readOptions(body, 'wishlist_id')).toEqual(['My wishlist', 'Birthday', 'New list']);
    expect(body).toContain('<option value="new">');
    expect(body).toMatch(/<p><label [^>]*>Name of the list<\/label><input [^>]*class="input wishlist-name"/);
    expect(body).toMatch(/class="choice__input wishlist-visibility" type="radio"/);
    expect([...body.matchAll(/class="tabs__tab" href="#popup-tab-(\w+)/g)].map(([, tab]) => tab)).toEqual([
      ...['choose', 'create'],
    ]);
    expect(body).toContain(`data-product-id="${id}"`);
  });

  it('come alone to scripts, and as a page without them', async () => {
    const shopper = await startLists();
    expect(await visit(shopper, `/wishlist/add?add_to_wishlist=${id}`)).toMatch(/^<!doctype html>/);
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-requested-with': 'XMLHttpRequest' };
    const { payload, headers: sent } = await app.http.inject({ url: `/wishlist/add?add_to_wishlist=${id}`, headers });
    expect(payload).toMatch(/^<div class="wishlist-popup-box">/);
    expect(payload).toContain('Birthday');
    expect(sent['cache-control']).toBe('private, no-store');
  });

  it('add to a new list by their form', async () => {
    const shopper = await startLists();
    const fields = {
      add_to_wishlist: String(id),
      wishlist_id: 'new',
      wishlist_name: 'Kitchen',
      wishlist_visibility: '2',
    };
    const { location } = await shopper.submit('/wishlist/add', fields);
    const body = await visit(shopper, location);
    expect(body).toContain('>Kitchen</h2>');
    expect(body).toContain('Ash');
  });

  it('create one list when a form is sent twice, with or without a product, and another one by another form', async () => {
    const shopper = await startLists();
    const readKey = async (path: string) => {
      const [, key = ''] = /name="request_key" value="([^"]+)"/.exec(await visit(shopper, path)) ?? [];
      return key;
    };
    const readNames = async () =>
      [...(await visit(shopper, '/wishlist/manage')).matchAll(/class="wishlist-anchor"[^>]*>([^<]*)/g)].map(
        ([, n]) => n,
      );
    const twice = async (path: string, fields: Readonly<Record<string, string>>) => {
      const answers = await Promise.all([shopper.submit(path, fields), shopper.submit(path, fields)]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      return answers;
    };
    const request_key = await readKey('/wishlist/create');
    const kitchen = { wishlist_name: 'Kitchen', wishlist_visibility: '2' };
    await twice('/wishlist/create', { ...kitchen, request_key });
    expect(await readNames()).toEqual(['My wishlist', 'Birthday', 'Kitchen']);
    await shopper.submit('/wishlist/create', { ...kitchen, wishlist_name: 'Attic', request_key });
    await shopper.submit('/wishlist/create', { ...kitchen, request_key: await readKey('/wishlist/create') });
    expect(await readNames()).toEqual(['My wishlist', 'Birthday', 'Kitchen', 'Attic', 'Kitchen']);
    const add = `/wishlist/add?add_to_wishlist=${id}`;
    const shed = { add_to_wishlist: String(id), wishlist_id: 'new', wishlist_name: 'Shed', wishlist_visibility: '2' };
    await twice('/wishlist/add', { ...shed, request_key: await readKey(add) });
    const [, move = ''] = /href="(\/wishlist\/move\?[^"]*)"/.exec(await visit(shopper, '/wishlist')) ?? [];
    const query = new URLSearchParams(move.split('?')[1]);
    const row = { item_id: query.get('item_id') ?? '', wishlist_id: query.get('wishlist_id') ?? '' };
    const garden = { ...row, destination: 'new', wishlist_name: 'Garden', wishlist_visibility: '2' };
    const moved = await twice('/wishlist/move', { ...garden, request_key: await readKey(move) });
    expect((await readNames()).slice(5)).toEqual(['Shed', 'Garden']);
    expect(await visit(shopper, moved[0].location)).not.toContain('notice--error');
  });

  it('[2.10/2] create one list when the first form of a guest is sent twice', async () => {
    const add = `/wishlist/add?add_to_wishlist=${id}`;
    for (const [page, fields] of [
      ['/wishlist/create', {}],
      [add, { add_to_wishlist: String(id), wishlist_id: 'new' }],
    ] as const) {
      const guest = newShopper(app);
      const [, request_key = ''] = /name="request_key" value="([^"]+)"/.exec(await visit(guest, page)) ?? [];
      const name = `Twice${page.length}`;
      const sent = { ...fields, wishlist_name: name, wishlist_visibility: '0', request_key };
      const path = page.split('?')[0] ?? '';
      const [first, second] = await Promise.all([guest.submit(path, sent), guest.submit(path, sent)]);
      expect(second.location).toBe(first.location);
      const found = await visit(newShopper(app), `/wishlist/search?q=${name}`);
      expect(found.match(new RegExp(`>${name}<`, 'g')), page).toHaveLength(1);
    }
  });

  it('[8.5/4] create no list for a browser without cookies, and say why, without script', async () => {
    for (const [page, fields] of [
      ['/wishlist/create', {}],
      [`/wishlist/add?add_to_wishlist=${id}`, { add_to_wishlist: String(id), wishlist_id: 'new' }],
    ] as const) {
      const [, request_key = ''] = /name="request_key" value="([^"]+)"/.exec(await visit(newShopper(app), page)) ?? [];
      const name = `Nobody${page.length}`;
      const sent = { ...fields, wishlist_name: name, wishlist_visibility: '0', request_key };
      const answer = await newShopper(app).submit(page.split('?')[0] ?? '', sent);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain('Please allow cookies in your browser to use the wishlist.');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await visit(newShopper(app), `/wishlist/search?q=${name}`)).not.toContain(`>${name}<`);
    }
  });

  it('[2.10/2] make nobody the visitor of the guest whose request key they send', async () => {
    const add = `/wishlist/add?add_to_wishlist=${id}`;
    const forms = [
      ['/wishlist/create', {}],
      [add, { add_to_wishlist: String(id), wishlist_id: 'new' }],
    ] as const;
    for (const [page, fields] of forms) {
      const [guest, stranger] = [newShopper(app), newShopper(app)];
      const [, request_key = ''] = /name="request_key" value="([^"]+)"/.exec(await visit(guest, page)) ?? [];
      const sent = { ...fields, wishlist_name: 'Secret', wishlist_visibility: '2', request_key };
      const path = page.split('?')[0] ?? '';
      const [own, other] = [await guest.submit(path, sent), await stranger.submit(path, sent)];
      expect([request_key, guest.cookies.get('visitor')]).not.toContain('');
      expect(stranger.cookies.get('visitor'), page).not.toBe(guest.cookies.get('visitor'));
      expect(other.location).not.toBe(own.location);
      expect((await stranger.visit(own.location)).status).toBe(404);
      await guest.submit('/wishlist/create', { wishlist_name: 'Attic' });
      expect(await visit(stranger, '/wishlist/manage')).not.toContain('Attic');
    }
  });

  it('[2.10/2] take a name that was typed for a new list, though the select was not touched', async () => {
    const shopper = await startLists();
    const add = await visit(shopper, `/wishlist/add?add_to_wishlist=${id}`);
    const [, chosen = ''] = /<option value="(\d+)" selected="">My wishlist/.exec(add) ?? [];
    const typed = { wishlist_name: 'Shed', wishlist_visibility: '2' };
    const added = await shopper.submit('/wishlist/add', { add_to_wishlist: String(id), wishlist_id: chosen, ...typed });
    expect(await visit(shopper, added.location)).toContain('>Shed</h2>');
    const move = /href="(\/wishlist\/move\?[^"]*)"/.exec(await visit(shopper, '/wishlist'))?.[1] ?? '';
    const body = await visit(shopper, move);
    const [, destination = ''] = /<option value="(\d+)" selected="">Birthday/.exec(body) ?? [];
    const [, row = ''] = /name="item_id" value="(\d+)"/.exec(body) ?? [];
    const [, token = ''] = /name="wishlist_id" value="([\w-]{22})"/.exec(body) ?? [];
    const moved = { item_id: row, wishlist_id: token, destination };
    await shopper.submit('/wishlist/move', { ...moved, wishlist_name: 'Attic', wishlist_visibility: '2' });
    expect(await visit(shopper, '/wishlist/manage')).toMatch(/Attic[\s\S]{0,1500}1 item/);
    await shopper.submit('/wishlist/add', { add_to_wishlist: String(id), wishlist_id: chosen, wishlist_name: ' ' });
    expect(await visit(shopper, '/wishlist'), 'spaces are no name').toContain('Ash');
  });

  it('[5.5/1] adding to a new list needs its name', async () => {
    const shopper = await startLists();
    const fields = { add_to_wishlist: String(id), wishlist_id: 'new', wishlist_name: ' ', wishlist_visibility: '2' };
    const { location } = await shopper.submit('/wishlist/add', fields);
    expect(await visit(shopper, location)).toContain('Please enter a name for the list.');
    expect(await visit(shopper, '/wishlist/manage')).not.toContain('>New');
  });

  it('“move” asks for another list of the owner only', async () => {
    const shopper = await startLists();
    const list = await visit(shopper, '/wishlist');
    const [, path = ''] = /href="(\/wishlist\/move\?[^"]*)"/.exec(list) ?? [];
    const body = await visit(shopper, path);
    expect(readOptions(body, 'destination')).toEqual(['Birthday', 'New list']);
    const [, row = ''] = /name="item_id" value="(\d+)"/.exec(body) ?? [];
    const [, token = ''] = /name="wishlist_id" value="([\w-]{22})"/.exec(body) ?? [];
    const fields = {
      item_id: row,
      wishlist_id: token,
      destination: 'new',
      wishlist_name: 'Shed',
      wishlist_visibility: '2',
    };
    await shopper.submit('/wishlist/move', fields);
    expect(await visit(shopper, '/wishlist/manage')).toContain('Shed');
    expect((await newShopper(app).visit(path)).status, 'for somebody else').toBe(404);
  });

  it('say that something is missing for unknown products, rows and words instead of numbers', async () => {
    const shopper = await startLists();
    for (const path of [
      'add',
      'add?add_to_wishlist=x',
      'add?add_to_wishlist=999999',
      'move',
      'move?item_id=1&wishlist_id=x',
    ])
      expect((await shopper.visit(`/wishlist/${path}`)).status, path).toBe(404);
  });

  it('ask for no list where a shopper has one only', async () => {
    const shop = await salesShop(database, { settings: { wishlists: { multipleLists: false } } });
    const body = await visit(newShopper(shop), `/wishlist/add?add_to_wishlist=${id}`);
    expect(body).toContain('wishlist-submit');
    expect(body).not.toContain('wishlist-select');
    expect((await newShopper(shop).visit('/wishlist/create')).status).toBe(404);
  });
});

describe('the management of lists', () => {
  it('[2.10/6] is a table with a visibility select for each list', async () => {
    const body = await visit(await startLists('Birthday', '0'), '/wishlist/manage');
    expect(body).toContain('class="table wishlist_manage_table"');
    expect(body.match(/<tr role="row" data-wishlist-id="\d+">/g)).toHaveLength(2);
    const selects = [
      ...body.matchAll(/<select [^>]*aria-label="([^"]*)"[^>]*class="input wishlist-visibility"[\s\S]*?<\/select>/g),
    ];
    expect(selects.map(([, label]) => label)).toEqual(['Who can see My wishlist', 'Who can see Birthday']);
    expect(selects.map(([select]) => /<option value="(\d)" selected/.exec(select)?.[1])).toEqual(['2', '0']);
  });

  it('deletes a list, but not the first one, and undoes it', async () => {
    const shopper = await startLists();
    const before = await visit(shopper, '/wishlist/manage');
    const forms = [
      ...before.matchAll(/action="\/wishlist\/delete"[^>]*><input [^>]*name="wishlist_id" value="([\w-]{22})"/g),
    ];
    expect(forms).toHaveLength(1);
    const fields = { wishlist_id: forms[0]?.[1] ?? '', return: '/wishlist/manage' };
    const { location } = await shopper.submit('/wishlist/delete', fields);
    expect(location).toBe('/wishlist/manage');
    const after = await visit(shopper, location);
    expect(after).toContain('The list is deleted.');
    const [, list = ''] = /action="\/wishlist\/restore-list"[\s\S]*?<button value="(\d+)"/.exec(after) ?? [];
    await shopper.submit('/wishlist/restore-list', { wishlist_id: list });
    expect(await visit(shopper, '/wishlist/manage')).toContain('Birthday');
  });

  it('[2.10/6] saves who can see a list, and shows lists that are followed', async () => {
    const owner = await startLists('Pottery of Ada', '0');
    const follower = newShopper(app);
    const found = await visit(follower, '/wishlist/search?q=pottery');
    const [, path = ''] = /href="(\/wishlist\/view\/[\w-]{22})">Pottery of Ada/.exec(found) ?? [];
    await follower.submit('/wishlist/follow', { wishlist_token: path.slice(-22) });
    expect(await visit(follower, '/wishlist/manage')).toContain(`<a href="${path}">Pottery of Ada</a>`);
    expect(await visit(follower, path)).toContain('we keep it for 90 days after');
    const [, token = ''] =
      /href="\/wishlist\/view\/([\w-]{22})">Pottery of Ada/.exec(await visit(owner, '/wishlist/manage')) ?? [];
    await owner.submit('/wishlist/privacy', { wishlist_id: token, wishlist_visibility: '2' });
    expect(await visit(follower, '/wishlist/search?q=pottery')).toContain('No public list matches “pottery”.');
    expect((await follower.visit(path)).status).toBe(404);
  });

  it('searches with any words', async () => {
    for (const words of ["'", '%25', '%00', '<b>', 'x'.repeat(500)]) {
      const { status, body } = await newShopper(app).visit(`/wishlist/search?q=${words}`);
      expect([status, body.includes('<b>')]).toEqual([200, false]);
    }
  });
});
