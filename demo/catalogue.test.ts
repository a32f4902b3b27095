import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { pages } from './pages.ts';
import { compareSizes } from './photographs/sizes.ts';
import type { DemoImage, DemoPrice, DemoProduct } from './types.ts';

const { products, categories, attributes } = catalogue;
const terms = new Map(attributes.map(({ slug, terms: list }) => [slug, new Set(list.map((term) => term.slug))]));

function doubled(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function unknown(values: string[], known: string[]): string[] {
  return values.filter((value) => !known.includes(value));
}

const slugs = products.map((product) => product.slug);
const skus = products.flatMap((product) => [product.sku, ...product.variations.map((variation) => variation.sku)]);

describe('the demo catalogue', () => {
  it('has at least 48 products in 8 categories, and no slug or SKU twice', () => {
    expect(products.length).toBeGreaterThanOrEqual(48);
    const used = new Set(products.flatMap((product) => product.categories));
    expect(used.size).toBeGreaterThanOrEqual(8);
    expect(
      unknown(
        categories.map(({ slug }) => slug),
        [...used],
      ),
    ).toEqual([]);
    expect(doubled(slugs)).toEqual([]);
    expect(doubled(skus)).toEqual([]);
    expect(doubled(categories.map(({ slug }) => slug))).toEqual([]);
    expect(
      doubled(attributes.flatMap((attribute) => attribute.terms.map((term) => `${attribute.slug}/${term.slug}`))),
    ).toEqual([]);
  });

  it('has categories whose parents come before them', () => {
    categories.forEach(({ parent }, index) => {
      if (parent) expect(categories.slice(0, index).map(({ slug }) => slug)).toContain(parent);
    });
  });

  it('shows every kind of product and stock that a shop meets', () => {
    const kinds = new Set<string>(products.map(({ type }) => type));
    expect([...kinds].sort()).toEqual(['external', 'grouped', 'simple', 'variable']);
    const shown = (wanted: (product: DemoProduct) => boolean) => products.filter(wanted).length;
    const counted = ({ stock }: DemoProduct) => ('onHand' in stock ? stock : null);
    expect(shown((product) => product.virtual && product.downloadable && product.downloads.length > 0)).toBe(1);
    expect(shown((product) => product.variations.some(({ options }) => Object.values(options).includes(null)))).toBe(1);
    expect(shown((product) => Boolean(product.salePrice && product.saleFrom && product.saleTo))).toBeGreaterThan(2);
    expect(shown((product) => Boolean(product.salePrice && !product.saleFrom))).toBeGreaterThan(1);
    expect(shown((product) => counted(product)?.onHand === 0)).toBeGreaterThan(1);
    expect(shown((product) => counted(product)?.backorders === 'notify')).toBeGreaterThan(1);
    expect(shown((product) => product.soldIndividually)).toBeGreaterThan(0);
    expect(shown((product) => product.addons.some(({ kind }) => kind === 'checkboxes'))).toBe(1);
    const low = (product: DemoProduct) => {
      const stock = counted(product);
      return (
        stock !== null &&
        stock.lowStockThreshold !== null &&
        stock.onHand > 0 &&
        stock.onHand <= stock.lowStockThreshold
      );
    };
    expect(shown(low)).toBeGreaterThan(1);
  });
});

const imagesOf = (product: DemoProduct): DemoImage[] => [
  ...product.images,
  ...product.variations.flatMap(({ image }) => (image ? [image] : [])),
];

describe.each(products.map((product) => [product.slug, product] as const))('%s', (_, product) => {
  it('has pictures that exist, each with words for those who cannot see it', () => {
    expect(product.images.length).toBeGreaterThan(1);
    expect(doubled(product.images.map(({ file }) => file))).toEqual([]);
    for (const { file, alt } of imagesOf(product)) {
      expect(existsSync(join(import.meta.dirname, 'media', file)), file).toBe(true);
      expect(alt.length, file).toBeGreaterThan(20);
    }
  });

  it('refers only to products, categories and files that exist', () => {
    expect(unknown([...product.upsells, ...product.crossSells, ...product.grouped], slugs)).toEqual([]);
    expect([...product.upsells, ...product.crossSells, ...product.grouped]).not.toContain(product.slug);
    expect(
      unknown(
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
      expect(unknown(attribute.terms, [...(terms.get(attribute.slug) ?? [])])).toEqual([]);
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

  it('has prices that are whole positive amounts, lower on sale', () => {
    const ownPrice = product.type === 'simple' || product.type === 'external';
    expect(product.regularPrice !== null).toBe(ownPrice);
    const prices: DemoPrice[] = [...(ownPrice ? [product] : []), ...product.variations];
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

  it('is described in plain words', () => {
    expect(product.shortDescription).toMatch(/^<p>[^<]+<\/p>$/);
    expect(product.description.length).toBeGreaterThan(150);
    expect(`${product.name} ${product.shortDescription} ${product.description}`).not.toContain('!');
  });
});

describe('the photographs together', () => {
  const files = [...new Set(products.flatMap((product) => imagesOf(product).map(({ file }) => file)))];
  const pathOf = (file: string) => join(import.meta.dirname, 'media', file);

  it('are upright, four by five', async () => {
    for (const file of files) {
      const { width, height } = await sharp(pathOf(file)).metadata();
      expect(height * 4, file).toBe(width * 5);
    }
  });

  it('come with the sizes that a browser asks for, and with no others', async () => {
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

  it('write to nobody real', () => {
    expect(pages.shop.email).toMatch(/@example\.com$/);
    for (const { externalUrl } of products) if (externalUrl) expect(new URL(externalUrl).hostname).toBe('example.com');
  });
});
