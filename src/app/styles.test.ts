import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCategories } from '#features/catalog/index.ts';
import { createOrderLink } from '#features/orders/index.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createAssets } from '#platform/islands/assets.ts';
import { shopConfig } from '#shop.config';
import { buildStyleSheets } from '#tests/support/browser/style-sheets.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { placeTestOrder, salesPayments } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

/** Bytes that the style of one page may have as brotli. */
const pageBudget = 12_000;
/** Bytes that every page loads. */
const baseBudget = 7_000;
/** Bytes for paper alone, which a screen loads last. */
const printBudget = 1_500;

const base = 'src/app/styles.css';
const [lightbox, quickView] = [
  'src/ui/styles/lightbox.sheet.css',
  'src/features/listing/quick-view/quick-view.sheet.css',
];
const pageSheets = globSync('src/**/*.page.css', { cwd: projectRoot }).sort();
const printSheets = globSync('src/**/*.print.css', { cwd: projectRoot }).sort();
const scriptSheets = globSync('src/**/*.sheet.css', { cwd: projectRoot }).sort();
const readSource = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

describe('the style sheets of the build', () => {
  const sizes = new Map<string, number>();

  beforeAll(async () => {
    for (const [file, css] of await buildStyleSheets(scriptSheets)) sizes.set(file, brotliCompressSync(css).length);
  });

  it('have a small base', () => {
    expect(sizes.get(base)).toBeGreaterThan(1_000);
    expect(sizes.get(base)).toBeLessThanOrEqual(baseBudget);
  });

  it.each(pageSheets)('are within the budget of a page: %s', (file) => {
    expect((sizes.get(base) ?? Number.NaN) + (sizes.get(file) ?? Number.NaN)).toBeLessThanOrEqual(pageBudget);
  });

  it.each(printSheets)('are small and for paper alone: %s', (file) => {
    expect(sizes.get(file)).toBeLessThanOrEqual(printBudget);
    expect(removeComments(readSource(file)).trim()).toMatch(/^@media print \{.*\n\}$/s);
  });

  it('are within the budget of a page: the back office', () => {
    expect(sizes.get('src/app/admin/admin.css')).toBeLessThanOrEqual(pageBudget);
  });

  it.each([...pageSheets, ...scriptSheets])(
    'put all rules into layers of the base, so that the order of loading does not matter to a theme: %s',
    (file) => {
      const lines = removeComments(readSource(file)).split('\n');
      const others = lines.filter((line) => line !== '' && !/^@import "[^"]+" layer\((ui|features)\);$/.test(line));
      expect(others).toEqual([]);
    },
  );

  it('are each named by a page or a script', () => {
    const code = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
      .filter((file) => !file.includes('.test.'))
      .map(readSource)
      .join('\n');
    const named = [...code.matchAll(/'(src\/[^']*\.page\.css)'/g)].map(([, file]) => file);
    expect([...new Set(named)].sort()).toEqual(pageSheets);
    const unused = scriptSheets.filter((file) => !code.includes(`/${file.split('/').at(-1)}?url'`));
    expect(unused).toEqual([]);
  });
});

/** Classes that only scripts set or find, or whose sheet a script loads, on elements of any page. */
const scriptClasses = /^(lightbox|mini-cart|toast|wishlist-(handle|popup__footer)$)/;

describe('a page has the rules for all of its classes', () => {
  const database = useDatabase();
  let app: App;
  let visitor: Shopper;
  /** Signed in, and staff in the back office. */
  let customer: Shopper;
  let orderPath: string;
  const ids = { bowl: 0, set: 0 };

  beforeAll(async () => {
    app = await testShop(database, {
      assets: createAssets('development'),
      choices: { ...withTestSession, settings: { ...shopConfig.settings, payments: salesPayments } },
    });
    const categories = await inTransaction(app.shop.db, (tx) => ensureCategories(app.shop, tx, [['Bowls', 'Deep']]));
    const sold = { status: 'published', categories: [...categories.values()].flat() } as const;
    const save = async (name: string, more: object) => (await saveTestProduct(app.shop, { name, ...sold, ...more })).id;
    ids.bowl = await save('Bowl', {
      master: { regularPrice: 3200, salePrice: 3000, sku: 'B-1', weightGrams: 700 },
      shortDescription: '<p>For soup.</p>',
      description: '<h2>Thrown</h2><p>By hand.</p>',
    });
    ids.set = await save('Supper', { type: 'grouped', master: {}, grouped: [ids.bowl] });
    visitor = newShopper(app);
    customer = newShopper(app);
    await customer.submit('/test/sign-in', { email: 'ada@example.com' });
    const [name = '', value = ''] = createStaffCookie('Bea', 'admin.open').split('=');
    customer.cookies.set(name, value);
    await visitor.addToCart(ids.bowl);
    await visitor.submit('/wishlist/add', { product_id: String(ids.bowl) });
    orderPath = createOrderLink(app.shop, await placeTestOrder(app.shop, [[ids.bowl, 1]]));
  });

  it.each([
    '/',
    '/shop',
    '/shop?max_price=1',
    '/category/bowls',
    '/product/bowl',
    '/product/supper',
    '/search',
    '/search?q=bowl',
    '/search?q=nothing',
    '/cart',
    '/cart?empty',
    '/checkout',
    '/order',
    '/outbox',
    '/nothing-here',
    '/wishlist',
    '/wishlist?view=images-grid',
    '/wishlist/manage',
    '/wishlist/create',
    '/wishlist/search?q=gifts',
    '/account/sign-in',
    '/account/forgot-password',
    '/account',
    '/account/orders',
    '/account/addresses/new',
    '/account/details',
    '/account/sessions',
    '/admin',
  ])('%s', async (path) => {
    const isSignedIn = path === '/admin' || (path.startsWith('/account') && !/sign-in|forgot/.test(path));
    const reader = path === '/cart?empty' ? newShopper(app) : isSignedIn ? customer : visitor;
    const { body } = await reader.visit(path === '/order' ? orderPath : path);
    const hrefs = [...body.matchAll(/rel="stylesheet" href="\/([^"]*)"/g)].map(([, href]) => href ?? '');
    expect(hrefs).toContain(path === '/admin' ? 'src/app/admin/admin.css' : base);
    const missing = findMissing(body, hrefs);
    expect(missing.filter((name) => !scriptClasses.test(name))).toEqual([]);
  });

  it('the correction of what could not be added', async () => {
    const { body } = await visitor.addToCart(ids.bowl, 0);
    expect(
      findMissing(body, [base, 'src/features/cart-page/cart.page.css']).filter((name) => !scriptClasses.test(name)),
    ).toEqual([]);
  });

  it('the quick view, on a page with cards only', async () => {
    for (const product of [ids.bowl, ids.set]) {
      const { body } = await visitor.submit('/ajax', { action: 'theme_quickview', product: String(product) });
      expect(body).toContain('buy__');
      expect(findMissing(body, [base, lightbox, quickView])).toEqual([]);
    }
  });
});

/** Classes of the HTML that have rules somewhere, but not in these sheets. */
function findMissing(html: string, sheets: readonly string[]): string[] {
  const allClasses = readClasses([base, ...pageSheets, ...scriptSheets]);
  const loadedClasses = readClasses(sheets);
  const used = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' '));
  return [...new Set(used)].filter((name) => allClasses.has(name) && !loadedClasses.has(name));
}

function readClasses(sheets: readonly string[]): Set<string> {
  const css = sheets.map(inlineImports).join('\n');
  return new Set([...removeComments(css).matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? ''));
}

function inlineImports(file: string): string {
  return readSource(file).replace(/@import "([^"]+)"[^;]*;/g, (_, path: string) =>
    // Classes of a package are on its own elements alone.
    path.startsWith('.') ? inlineImports(normalize(join(dirname(file), path))) : '',
  );
}

const removeComments = (css: string) => css.replace(/\/\*.*?\*\//gs, '');
