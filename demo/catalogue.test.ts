import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import type { DemoImage, DemoPrice, DemoProduct } from './loaders/demo-catalogue.ts';
import { pages } from './pages.ts';
import { compareSizes } from './photographs/sizes.ts';

const { products, categories, attributes } = catalogue;
const terms = new Map(attributes.map(({ slug, terms: list }) => [slug, new Set(list.map((term) => term.slug))]));

function findDuplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function findUnknown(values: readonly string[], known: readonly string[]): string[] {
  return values.filter((value) => !known.includes(value));
}

const slugs = products.map((product) => product.slug);
const skus = products.flatMap((product) => [product.sku, ...product.variations.map((variation) => variation.sku)]);

describe('the demo journal', () => {
  it('shows pictures that products have, and refers to terms and authors that are there', () => {
    const { journal } = catalogue;
    const files = products.flatMap(({ images }) => images.map(({ file }) => file));
    const shown = (journal?.posts ?? []).flatMap(({ picture, blocks }) => [
      picture,
      ...[...JSON.stringify(blocks).matchAll(/"pictures":\["([^"]+)"\]/g)].map(([, file = '']) => file),
    ]);
    expect(shown.length).toBeGreaterThan(3);
    expect(findUnknown(shown, files)).toEqual([]);
    const links = [...JSON.stringify(journal?.posts).matchAll(/\/product\/([a-z-]+)/g)].map(([, slug = '']) => slug);
    expect(findUnknown(links, slugs)).toEqual([]);
  });
});

describe('the demo catalogue', () => {
  it('has at least 48 products in 8 categories, and no duplicate slug or SKU', () => {
    expect(products.length).toBeGreaterThanOrEqual(48);
    const used = new Set(products.flatMap((product) => product.categories));
    expect(used.size).toBeGreaterThanOrEqual(8);
    expect(
      findUnknown(
        categories.map(({ slug }) => slug),
        [...used],
      ),
    ).toEqual([]);
    expect(findDuplicates(slugs)).toEqual([]);
    expect(findDuplicates(skus)).toEqual([]);
    expect(findDuplicates(categories.map(({ slug }) => slug))).toEqual([]);
    expect(
      findDuplicates(
        attributes.flatMap((attribute) => attribute.terms.map((term) => `${attribute.slug}/${term.slug}`)),
      ),
    ).toEqual([]);
  });

  it('lists parent categories before their children', () => {
    categories.forEach(({ parent }, index) => {
      if (parent) expect(categories.slice(0, index).map(({ slug }) => slug)).toContain(parent);
    });
  });

  it('has every type of product and stock', () => {
    const types = new Set<string>(products.map(({ type }) => type));
    expect([...types].sort()).toEqual(['external', 'grouped', 'simple', 'variable']);
    const count = (matches: (product: DemoProduct) => boolean) => products.filter(matches).length;
    const getManagedStock = ({ stock }: DemoProduct) => ('onHand' in stock ? stock : null);
    expect(count((product) => product.virtual && product.downloadable && product.downloads.length > 0)).toBe(1);
    expect(count((product) => product.variations.some(({ options }) => Object.values(options).includes(null)))).toBe(1);
    expect(count((product) => Boolean(product.salePrice && product.saleFrom && product.saleTo))).toBeGreaterThan(2);
    expect(count((product) => Boolean(product.salePrice && !product.saleFrom))).toBeGreaterThan(1);
    expect(count((product) => getManagedStock(product)?.onHand === 0)).toBeGreaterThan(1);
    expect(count((product) => getManagedStock(product)?.backorders === 'notify')).toBeGreaterThan(1);
    expect(count((product) => product.soldIndividually)).toBeGreaterThan(0);
    expect(count((product) => product.addons.some(({ kind }) => kind === 'checkboxes'))).toBe(1);
    const isLow = (product: DemoProduct) => {
      const stock = getManagedStock(product);
      return (
        stock !== null &&
        stock.lowStockThreshold !== null &&
        stock.onHand > 0 &&
        stock.onHand <= stock.lowStockThreshold
      );
    };
    expect(count(isLow)).toBeGreaterThan(1);
  });
});

const listImages = (product: DemoProduct): DemoImage[] => [
  ...product.images,
  ...product.variations.flatMap(({ image }) => (image ? [image] : [])),
];

describe.each(products.map((product) => [product.slug, product] as const))('%s', (_, product) => {
  it('has pictures that exist, each with alternative text', () => {
    expect(product.images.length).toBeGreaterThan(1);
    expect(findDuplicates(product.images.map(({ file }) => file))).toEqual([]);
    for (const { file, alt } of listImages(product)) {
      expect(existsSync(join(import.meta.dirname, 'media', file)), file).toBe(true);
      expect(alt.length, file).toBeGreaterThan(20);
    }
  });

  it('refers only to products, categories and files that exist', () => {
    expect(findUnknown([...product.upsells, ...product.crossSells, ...product.grouped], slugs)).toEqual([]);
    expect([...product.upsells, ...product.crossSells, ...product.grouped]).not.toContain(product.slug);
    expect(
      findUnknown(
        product.categories,
        categories.map(({ slug }) => slug),
      ),
    ).toEqual([]);
    expect(product.categories.length).toBeGreaterThan(0);
    for (const { file } of product.downloads)
      expect(existsSync(join(import.meta.dirname, 'files', file)), file).toBe(true);
  });

  it('offers only terms that its attributes have', () => {
    for (const attribute of product.attributes) {
      expect(findUnknown(attribute.terms, [...(terms.get(attribute.slug) ?? [])])).toEqual([]);
    }
    const choices = product.attributes.filter(({ variation }) => variation);
    for (const { sku, options } of product.variations) {
      expect(Object.keys(options).sort(), sku).toEqual(choices.map(({ slug }) => slug).sort());
      for (const { slug, terms: allowed } of choices) {
        const option = options[slug];
        if (option !== null) expect(allowed, sku).toContain(option);
      }
    }
    expect(product.variations.length > 0).toBe(product.type === 'variable');
  });

  it('has positive prices in minor units, lower on sale', () => {
    const hasOwnPrice = product.type === 'simple' || product.type === 'external';
    expect(product.regularPrice !== null).toBe(hasOwnPrice);
    const prices: DemoPrice[] = [...(hasOwnPrice ? [product] : []), ...product.variations];
    for (const { regularPrice, salePrice, saleFrom, saleTo } of prices) {
      expect(Number.isInteger(regularPrice) && (regularPrice ?? 0) > 0).toBe(true);
      if (salePrice !== undefined)
        expect(Number.isInteger(salePrice) && salePrice > 0 && salePrice < (regularPrice ?? 0)).toBe(true);
      if (saleFrom && saleTo) expect(Date.parse(saleFrom)).toBeLessThan(Date.parse(saleTo));
    }
    for (const { price, options } of product.addons) {
      for (const amount of [price, ...(options ?? []).map((option) => option.price)]) {
        if (amount !== undefined) expect(Number.isInteger(amount) && amount >= 0).toBe(true);
      }
    }
  });

  it('has plain descriptions of some length', () => {
    expect(product.shortDescription).toMatch(/^<p>[^<]+<\/p>$/);
    expect(product.description.length).toBeGreaterThan(150);
    expect(`${product.name} ${product.shortDescription} ${product.description}`).not.toContain('!');
  });
});

describe('the photographs together', () => {
  const files = [...new Set(products.flatMap((product) => listImages(product).map(({ file }) => file)))];
  const toPath = (file: string) => join(import.meta.dirname, 'media', file);

  it('have the ratio 4 : 5', async () => {
    for (const file of files) {
      const { width, height } = await sharp(toPath(file)).metadata();
      expect(height * 4, file).toBe(width * 5);
    }
  });

  it('have all sizes that pages use, and no others', async () => {
    expect(await compareSizes(join(import.meta.dirname, 'media'))).toEqual({ missing: [], left: [] });
  });

  it('stay under 60 MB with their sizes', () => {
    const all = readdirSync(join(import.meta.dirname, 'media'), { recursive: true, withFileTypes: true });
    const bytes = all.map((entry) => (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000_000);
  });
});

describe('the demo pages', () => {
  it('have pictures that exist', () => {
    const images = [
      pages.home.hero.image,
      pages.home.editorial.image,
      ...categories.flatMap(({ image }) => (image ? [image] : [])),
    ];
    for (const { file } of images) expect(existsSync(join(import.meta.dirname, 'media', file)), file).toBe(true);
  });

  it('use example addresses only', () => {
    expect(pages.shop.email).toMatch(/@example\.com$/);
    for (const { externalUrl } of products) if (externalUrl) expect(new URL(externalUrl).hostname).toBe('example.com');
  });
});
