import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { demoContactForms } from '#demo/contact-forms.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { type Field, listFields } from '#platform/forms/field.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { renderHome } from '../pages/page.tsx';
import type { Block, BlockDefinition } from './block.ts';
import { contentBlocks } from './block-types.ts';
import { renderBlocks } from './render-blocks.tsx';
import { checkTree, groupType, maxBlocks, maxLevels } from './tree.ts';

const { database } = useDatabase();
let app: App;
let types: readonly BlockDefinition[];
let productIds: readonly number[];
let mediaId: number;
let reusableId: number;

/** Bytes of a picture that nobody opens. */
const picture = `insert into platform.media (sha256, key, mime, width, height, bytes, color, alt, name)
  values (repeat('a', 64), 'k', 'image/jpeg', 800, 600, 1, '#ffffff', 'A "bowl" <b>', 'bowl.jpg') returning id`;

beforeAll(async () => {
  app = await testShop(database, {
    choices: { provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]) },
  });
  types = app.shop.implementations(contentBlocks).filter(({ name }) => !name.startsWith('menu-'));
  productIds = [await addProduct(app.shop, { name: 'One' }), await addProduct(app.shop, { name: 'Two' })];
  mediaId = (await database.pool.query<{ id: number }>(picture)).rows[0]?.id ?? 0;
  reusableId = await addBlocks(
    app.shop,
    'shared',
    [
      { id: 'a', type: 'text', values: { html: '<p>Shared words.</p>' } },
      { id: 'b', type: 'reusable', values: { entry: 1 } },
    ],
    { kind: 'block' },
  );
});

const html = (text: string): Block => ({ id: 'text', type: 'text', values: { html: text } });
const visit = async (path: string) => (await app.http.inject(path)).body;
const readMain = (body: string) => /<main.*<\/main>/s.exec(body)?.[0] ?? '';

/** A value that shows something, for fields of each kind. */
function fill(field: Field, text: string): unknown {
  const { options, picker } = field as Field & { options?: readonly { value: string }[]; picker?: unknown };
  if (picker !== undefined && field.kind.name === 'record') return reusableId;
  if (picker !== undefined) return /picture/i.test(field.label) ? [mediaId] : productIds;
  if (field.kind.name === 'number') return /form/i.test(field.label) ? 1 : 2;
  if (field.kind.name === 'flag') return true;
  return options ? options[0]?.value : text;
}

/** A block of a type with text in each field that takes some; containers have a group with a text. */
function fillBlock(definition: BlockDefinition, id: string, text: string): Block {
  const values = Object.fromEntries(
    listFields(definition.fields(app.shop)).map(({ key, field }) => [key, fill(field, text)]),
  );
  const inner = { id: `${id}t`, type: 'text', values: { html: `<p>in ${id}</p>` } };
  const group = { id: `${id}g`, type: groupType, values: { title: text }, children: [inner] };
  const children = definition.takes && [definition.takes === 'groups' ? group : inner];
  return { id, type: definition.name, values, ...(children ? { children } : {}) };
}

describe('blocks', () => {
  it('of each type stand on a page, with the styles of those types and no others', async () => {
    const blocks = types.map((type, index) => fillBlock(type, `b${index}`, 'Words'));
    const fixed = blocks.map((block) =>
      block.type === 'embed' || 'linkHref' in block.values
        ? { ...block, values: { ...block.values, linkHref: '/shop', address: 'https://player.vimeo.com/video/1' } }
        : block,
    );
    await addBlocks(app.shop, 'all', fixed);
    const body = await visit('/pages/all');
    const main = readMain(body);
    for (const { id } of blocks.filter(({ children }) => children)) expect(main, id).toContain(`<p>in ${id}</p>`);
    for (const words of ['Shared words.', 'form-f1-o1', 'https://player.vimeo.com/video/1', '<code>Words</code>'])
      expect(main).toContain(words);
    expect(main.match(/<h1/g)).toHaveLength(1);
    const { styles } = await renderBlocks(app.shop, app.shop.renderContext('/'), [html('<p>Text.</p>')]);
    expect(styles).toEqual([]);
  });

  it('of text alone make a page without a script of their own', async () => {
    await addBlocks(app.shop, 'words', [html('<h2>Words</h2><p>alone</p>')]);
    expect(readMain(await visit('/pages/words'))).not.toMatch(/<script|vt-behaviour|vt-island/);
  });

  it('show hostile HTML in no field: it is escaped or removed', async () => {
    const hostile =
      '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>"><svg onload=alert(1)><style>*{}</style><iframe src="//evil.example">';
    for (const type of types) {
      const block = fillBlock(type, 'x', hostile);
      const { node } = await renderBlocks(app.shop, app.shop.renderContext('/'), [block]);
      const markup = renderToStaticMarkup(node);
      expect(markup, type.name).not.toMatch(/<(script|style|iframe)\b|<svg[^>]* on/i);
      expect(markup.replace(/&lt;.*?&gt;/gs, ''), type.name).not.toMatch(/<[^>]*\s(?:on\w+=|href="javascript)/i);
    }
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'http://x.example'])(
    'refuse the link %s',
    (linkHref) => {
      const block = { id: 'a', type: 'hero', values: { title: 'T', linkText: 'Go', linkHref } };
      expect(checkTree(app.shop, [block])).toMatchObject({ ok: false, code: 'BLOCK_INVALID', blockId: 'a' });
    },
  );

  it.each(['https://evil.example/x', 'http://player.vimeo.com/video/1', 'https://player.vimeo.com.evil.example/', 'x'])(
    'embed no page of another site than those of the setting: %s',
    async (address) => {
      const block = { id: 'a', type: 'embed', values: { address, title: '' } };
      expect(checkTree(app.shop, [block])).toMatchObject({ ok: false, code: 'BLOCK_INVALID' });
      const { node } = await renderBlocks(app.shop, app.shop.renderContext('/'), [block]);
      expect(renderToStaticMarkup(node)).not.toContain('<iframe');
    },
  );

  it('are loaded by one call for each type: 150 of them take as many statements as one of each', async () => {
    const count = async (blocks: readonly Block[]) =>
      (await countQueries(() => renderBlocks(app.shop, app.shop.renderContext('/'), blocks))).texts;
    const ofEach = types.filter(({ takes }) => !takes).map((type, index) => fillBlock(type, `b${index}`, 'Words'));
    const many = Array.from({ length: maxBlocks }, (_, index) => {
      const block = ofEach[index % ofEach.length] as Block;
      const source = (['featured', 'newest', 'chosen'] as const)[Math.floor(index / ofEach.length) % 3];
      return {
        ...block,
        id: `m${index}`,
        values: { ...block.values, ...(block.type === 'products' ? { source } : {}) },
      };
    });
    const all = [...ofEach, ...many.filter(({ type }) => type === 'products').slice(0, 3)];
    const distinct = all.map((block, index) => ({ ...block, id: `d${index}` }));
    const few = await count(distinct);
    expect(await count(many)).toHaveLength(few.length);
    expect(few.length).toBeLessThanOrEqual(types.length);
  });

  it('of all types share one statement for their pictures, and a home page that is kept takes none for itself', async () => {
    const blocks = ['hero', 'banner', 'image', 'gallery'].map((type) => ({
      ...{ id: type, type, values: { pictures: [mediaId] } },
    }));
    const { shop } = app;
    const context = shop.renderContext('/');
    const { texts } = await countQueries(() => renderBlocks(shop, context, blocks));
    expect(texts).toHaveLength(1);
    await renderHome(shop, context);
    const ofHome = await countQueries(() => renderHome(shop, context));
    expect(ofHome.texts.filter((statement) => statement.includes('content_'))).toEqual([]);
  });

  it('of a reusable block change everywhere with it, and one in another one is left out', async () => {
    await addBlocks(app.shop, 'reuses', [{ id: 'r', type: 'reusable', values: { entry: reusableId } }]);
    expect(await visit('/pages/reuses')).toContain('Shared words.');
    await database.pool.query(`update content_entries set published_id = null where id = $1`, [reusableId]);
    await inTransaction(app.shop.db, (tx) => app.shop.pages.invalidate(tx, [`content:${reusableId}`]));
    expect(await visit('/pages/reuses')).not.toContain('Shared words.');
  });

  it('of an extension that was removed stay in the tree, and show nothing', async () => {
    const gone = {
      id: 'g',
      type: 'erp-stock',
      values: { any: [{ thing: '<b>' }] },
      children: [html('<p>Inside.</p>')],
    };
    expect(checkTree(app.shop, [gone])).toEqual({ ok: true, blocks: [gone] });
    await addBlocks(app.shop, 'gone', [gone, { ...html('<p>Here.</p>'), id: 'h' }]);
    const main = readMain(await visit('/pages/gone'));
    expect(main).toContain('Here.');
    expect(main).not.toMatch(/Inside|thing|erp-stock/);
  });
});

describe('a tree', () => {
  const nest = (levels: number): unknown[] =>
    levels === 0 ? [] : [{ id: `l${levels}`, type: groupType, values: { title: '' }, children: nest(levels - 1) }];

  it(`has ${maxBlocks} blocks in ${maxLevels} levels at most, each with an id of its own`, () => {
    const blocks = (length: number) => Array.from({ length }, (_, index) => ({ ...html('x'), id: `b${index}` }));
    expect(checkTree(app.shop, blocks(maxBlocks)).ok).toBe(true);
    expect(checkTree(app.shop, blocks(maxBlocks + 1))).toMatchObject({ code: 'TOO_MANY_BLOCKS' });
    expect(checkTree(app.shop, [html('x'), html('y')])).toMatchObject({ code: 'BLOCK_ID_TWICE' });
    const { children: six } = { children: nest(maxLevels + 1) };
    expect(checkTree(app.shop, six)).toMatchObject({ code: 'TOO_MANY_LEVELS' });
    expect(checkTree(app.shop, nest(100_000 / 20))).toMatchObject({ code: 'TOO_MANY_LEVELS' });
  });

  it.each([
    ['no list', {}],
    ['a block without values', [{ id: 'a', type: 'text' }]],
    ['a block with more', [{ ...html('x'), onload: 'x' }]],
    ['an id of other letters', [{ ...html('x'), id: '"><script>' }]],
    ['a type of other letters', [{ ...html('x'), type: '../x' }]],
  ])('is refused as %s', (_, value) => {
    expect(checkTree(app.shop, value)).toMatchObject({ ok: false, code: 'TREE_INVALID' });
  });

  it.each([
    ['a value of another type', { id: 'a', type: 'text', values: { html: 1 } }, 'BLOCK_INVALID'],
    ['a text that is too long', { id: 'a', type: 'code', values: { code: 'x'.repeat(20_001) } }, 'BLOCK_INVALID'],
    ['a block in one that takes none', { ...html('x'), children: [{ ...html('y'), id: 'b' }] }, 'BLOCK_MISPLACED'],
    ['a text in columns', { id: 'a', type: 'columns', values: {}, children: [html('y')] }, 'BLOCK_MISPLACED'],
    ['a group on its own', { id: 'a', type: groupType, values: { title: '' } }, 'BLOCK_MISPLACED'],
  ])('is refused with %s', (_, block, code) => {
    expect(checkTree(app.shop, [block])).toMatchObject({ ok: false, code });
  });
});
