import { beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { AjaxAction, AjaxCall } from '#platform/http/ajax.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createQuickViewAction } from './quick-view-action.ts';

const database = useDatabase();
const wire = { ...shopConfig.wire, themePrefix: 'reed' };
let app: Awaited<ReturnType<typeof testShop>>;

const post = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: '/ajax',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const quickView = (product: string | number) => post({ action: 'reed_quickview', product: String(product) });

const sold = { status: 'published', master: { regularPrice: 3200 } } as const;
const ids = { bowl: 0, set: 0, hidden: 0, draft: 0 };

describe('the quick view request', () => {
  beforeAll(async () => {
    app = await testShop(database, { choices: { wire } });
    const save = async (name: string, more: object = {}) =>
      (await saveTestProduct(app.shop, { name, ...sold, ...more })).id;
    ids.bowl = await save('Bowl & "lid"', { shortDescription: '<p>For soup.</p>' });
    ids.set = await save('Supper', { type: 'grouped', master: {}, grouped: [ids.bowl] });
    ids.hidden = await save('Sample', { visibility: 'hidden' });
    ids.draft = await save('Sketch', { status: 'draft' });
  });

  it('[7.3/6] is a POST to the ajax endpoint, answered with the HTML of the product lightbox', async () => {
    const answer = await quickView(ids.bowl);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toMatch(/^<article class="quick-view">/);
    expect(answer.body).toContain('>Bowl &amp; &quot;lid&quot;</h2>');
    expect(answer.body).toContain('€32.00');
    expect(answer.body).toContain('<p>For soup.</p>');
    expect(answer.body).toMatch(/<form class="buy__form"[^>]* action="\/cart\/add" method="post"/);
    expect(answer.body).toContain(`name="product_id" value="${ids.bowl}"`);
    expect((await app.http.inject({ url: `/ajax?action=reed_quickview&product=${ids.bowl}` })).statusCode).toBe(400);
  });

  it('[2.2/4] [7.3/6] takes the choice of the card’s link, as the page of the product does', async () => {
    const { product, small, large } = await addBowl(app.shop);
    const open = async (query: string) => {
      const { statusCode, body } = await post(`action=reed_quickview&product=${product}&${query}`);
      return {
        statusCode,
        variation: /name="variation_id" value="(\d+)"/.exec(body)?.[1],
        terms: [...body.matchAll(/<input (?=[^>]*type="radio")(?=[^>]*checked="")[^>]*value="([^"]+)"/g)].map(
          ([, term]) => term,
        ),
      };
    };
    const withoutChoice = { statusCode: 200, variation: undefined, terms: [] };
    expect(await open('')).toEqual(withoutChoice);
    expect(await open(`variation=${small}`)).toMatchObject({ variation: String(small), terms: ['celadon', 'small'] });
    expect(await open(`variation=${large}&term=glaze+ash`)).toMatchObject({
      ...{ variation: String(large), terms: ['ash', 'large'] },
    });
    expect(await open('term=glaze+ash&term=size+large')).toMatchObject({
      ...{ variation: String(large), terms: ['ash', 'large'] },
    });
    for (const query of ['variation=bowl', 'variation=1.5', 'variation=2000000000', 'term=size'])
      expect(await open(query), query).toEqual(withoutChoice);
  });

  it('[2.2/4] links to the page of the product with that choice', async () => {
    const { product, small, large } = await addBowl(app.shop);
    const readLink = async (query: string) =>
      /<a class="more" href="([^"]*)"/.exec(
        (await post(`action=reed_quickview&product=${product}&${query}`)).body,
      )?.[1];
    const path = (await readLink('')) ?? '';
    expect(path).toMatch(/^\/product\/p-[\w-]+$/);
    expect(await readLink(`variation=${small}`)).toBe(`${path}?variation=${small}`);
    expect(await readLink(`variation=${large}&term=glaze+ash`)).toBe(`${path}?variation=${large}&amp;term=glaze+ash`);
    expect(await readLink('term=glaze+ash')).toBe(`${path}?term=glaze+ash`);
  });

  it('[2.2/4] starts with the photograph of that choice', async () => {
    const { product, small } = await addBowl(app.shop);
    const [own, chosen] = [await addTestMedia(database, 'bowls'), await addTestMedia(database, 'small bowl')];
    await database.pool.query('insert into product_images (product_id, position, media_id) values ($1, 0, $2)', [
      ...[product, own],
    ]);
    await database.pool.query('update variations set image_id = $2 where id = $1', [small, chosen]);
    const listImages = async (query: string) =>
      [...(await post(`action=reed_quickview&product=${product}&${query}`)).body.matchAll(/data-image="(\d+)"/g)].map(
        ([, id]) => Number(id),
      );
    expect(await listImages('')).toEqual([own, chosen]);
    expect(await listImages(`variation=${small}`)).toEqual([chosen, own]);
    expect(await listImages('term=glaze+celadon'), 'an incomplete choice').toEqual([chosen, own]);
    expect(await listImages('term=glaze+ash'), 'a bowl without a photograph of its own').toEqual([own, chosen]);
    expect(await listImages('term=glaze+moss'), 'an unknown term').toEqual([own, chosen]);
  });

  it('is the same for everyone and creates no visitor', async () => {
    const [first, second] = [await quickView(ids.bowl), await post({ action: 'reed_quickview', product: '1' })];
    for (const { headers } of [first, second]) {
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('gives each answer its own ids, so that a page can contain two', async () => {
    const prefix = async () => /<vt-island[^>]* prefix="([^"]+)"/.exec((await quickView(ids.bowl)).body)?.[1];
    const [first, second] = [await prefix(), await prefix()];
    expect(first).toBeTruthy();
    expect(second).not.toBe(first);
  });

  it('answers 404 for unknown, hidden and draft products', async () => {
    for (const product of [ids.hidden, ids.draft, 2_000_000_000]) {
      const answer = await quickView(product);
      expect(answer.statusCode, String(product)).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', data: { status: 404 } });
    }
  });

  it.each(['', '0', '-1', '1.5', 'bowl', '99999999999', "1' or 1=1"])('rejects %j as a product id', async (product) => {
    const answer = await quickView(product);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_input' });
  });

  it('needs one query, three for a set', async () => {
    const { run } = createQuickViewAction({ path: '/cart/add', getMaxQuantity: () => 100 }) as unknown as AjaxAction<{
      product: number;
    }>;
    const call = { shop: app.shop } as AjaxCall;
    const count = async (product: number) => (await countQueries(() => run(call, { product }))).queries;
    expect(await count(ids.bowl)).toBe(1);
    expect(await count(ids.set)).toBe(3);
  });
});
