import { describe, expect, it } from 'vitest';
import { generateCatalogue } from './catalogue.ts';

const catalogue = generateCatalogue({ products: 2000 });
const { products, categories, attributes } = catalogue;
const variations = products.flatMap((product) => product.variations);

const doubled = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the generated catalogue', () => {
  it('has three variations for each product', () => {
    expect(products).toHaveLength(2000);
    expect(variations).toHaveLength(6000);
  });

  it('is the same for the same seed, and different for another', () => {
    const few = (seed: number) => generateCatalogue({ products: 100, seed });
    expect(few(1)).toEqual(few(1));
    expect(few(1).products).not.toEqual(few(2).products);
  });

  it('has no name, SKU or GTIN twice', () => {
    expect(doubled(products.map(({ name }) => name.toLowerCase()))).toEqual([]);
    const skus = [...products, ...variations].map(({ sku }) => sku.toLowerCase());
    expect(new Set(skus).size).toBe(skus.length);
    const gtins = [...products, ...variations].flatMap(({ gtin }) => gtin ?? []);
    expect(new Set(gtins).size).toBe(gtins.length);
    expect(gtins.every((gtin) => /^29\d{11}$/.test(gtin))).toBe(true);
  });

  it('refers only to what it lists', () => {
    const paths = new Set(categories.map((path) => path.join(' > ')));
    const terms = new Set(attributes.flatMap(({ name, terms: list }) => list.map((term) => `${name}: ${term.name}`)));
    const used = products.flatMap((product) => product.attributes);
    const unknown = [
      ...products
        .flatMap((product) => product.categories.map((path) => path.join(' > ')))
        .filter((path) => !paths.has(path)),
      ...used
        .flatMap(({ name, terms: list }) => list.map((term) => `${name}: ${term}`))
        .filter((term) => !terms.has(term)),
      ...products.flatMap(({ tags }) => tags).filter((tag) => !catalogue.tags.includes(tag)),
      ...products.flatMap(({ brand }) => brand ?? []).filter((brand) => !catalogue.brands.includes(brand)),
    ];
    expect(unknown).toEqual([]);
    expect(
      products.every(({ upsells, grouped }, index) => [...upsells, ...grouped].every((place) => place < index)),
    ).toBe(true);
  });

  it('has names in several languages, and everything that listings filter and sort by', () => {
    const names = products.map(({ name }) => name).join('\n');
    for (const letter of ['ß', 'ü', 'é', 'ñ', 'ø', 'æ', 'å', 'ō']) expect(names).toContain(letter);
    for (const type of ['simple', 'variable', 'grouped', 'external'])
      expect(products.some((product) => product.type === type)).toBe(true);
    expect(products.some(({ salePrice }) => salePrice !== null)).toBe(true);
    expect(products.some(({ ratingCount }) => ratingCount > 100)).toBe(true);
    expect(variations.some(({ stock }) => stock.managed && stock.onHand === 0)).toBe(true);
    expect(products.filter(({ status }) => status === 'published').length).toBeGreaterThan(1900);
  });
});
