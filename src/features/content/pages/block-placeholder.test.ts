import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addBlocks, addTextPage, setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
let app: App;
let id: number;

beforeAll(async () => {
  app = await testShop(database);
  const words = (key: string, html: string) => ({ id: key, type: 'text', values: { html } });
  id = await addBlocks(
    app.shop,
    'care',
    [
      words('a', '<p>Wash by hand.</p>'),
      { id: 'b', type: 'accordion', values: {}, children: [{ id: 'c', type: 'group', values: { title: 'More' } }] },
    ],
    { kind: 'block' },
  );
  await addBlocks(app.shop, 'circle', [words('a', `<p>Round</p>[block id="${id}"][block id="${id + 1}"]`)], {
    kind: 'block',
  });
  await saveTestProduct(app.shop, {
    ...{ status: 'published', name: 'Mug', slug: 'mug', master: { regularPrice: 100 } },
    description: `<p>Before.</p><p>[block id="${id}"]</p><p>After.</p>`,
  });
});

const visit = async (url: string) => (await app.http.inject(url)).body;

describe('a reusable block in a text', () => {
  it('stands in the description of a product with its styles, and changes with its entry', async () => {
    const body = await visit('/product/mug');
    expect(body).toMatch(/Before\..*Wash by hand\..*After\./s);
    expect(body).toContain('accordion.page.css');
    await setPublished(app.shop, ['block.care'], false);
    const without = await visit('/product/mug');
    expect(without).toMatch(/Before\..*After\./s);
    expect(without).not.toMatch(/Wash by hand|\[block/);
    await setPublished(app.shop, ['block.care'], true);
    expect(await visit('/product/mug')).toContain('Wash by hand.');
  });

  it('places nothing itself, and only so many times on a page', async () => {
    await addTextPage(app.shop, { slug: 'circle', title: 'Circle', html: `<p>[block id="${id + 1}"]</p>` });
    const body = await visit('/pages/circle');
    expect(body).toContain('Round');
    expect(body).not.toMatch(/Wash by hand|\[block/);
    const many = Array.from({ length: 40 }, (_, index) => `[block id="${index + 900}"]`).join('');
    await addTextPage(app.shop, { slug: 'many', title: 'Many', html: `<p>${many}</p>[block id="99999999999"]` });
    expect((await app.http.inject('/pages/many')).statusCode).toBe(200);
  });

  it('has ids of its own each time it stands on a page', async () => {
    const group = { id: 'g', type: 'group', values: { title: 'Care' } };
    const tabs = { id: 't', type: 'tabs', values: { title: 'More' }, children: [group] };
    const twice = await addBlocks(app.shop, 'tabs', [tabs], { kind: 'block' });
    const html = `<p>[block id="${twice}"]</p><p>[block id="${twice}"]</p>`;
    await addTextPage(app.shop, { slug: 'twice', title: 'Twice', html });
    const ids = [...(await visit('/pages/twice')).matchAll(/\sid="([^"]+)"/g)].map(([, each]) => each);
    expect(ids.filter((each) => each?.startsWith('block') && each.endsWith('g'))).toHaveLength(2);
    expect(ids.filter((each, index) => ids.indexOf(each) !== index)).toEqual([]);
  });
});
