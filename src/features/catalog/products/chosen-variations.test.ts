import { describe, expect, it } from 'vitest';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { ensureAttributes, ensureTerms, toAttributeKey, toTermKey } from '../attributes/find-or-create.ts';
import { type FacetFilter, noFilters } from '../filter/product-filter.ts';
import { findChosenVariations } from './chosen-variations.ts';
import { getProductCards } from './product-cards.ts';

const { database } = useDatabase();
const { pool } = database;
const shop = catalogShop(database);
const glazes = ['Ash', 'Sea', 'Rust', 'Moss', 'Sand', 'Slate', 'Kelp', 'Foam', 'Plum', 'Fig'];
const out = { stock: { status: 'out' } } as const;

/** Of any attributes. */
const withTerms = (ids: readonly number[]) => {
  const named = ids.map((id) => ({ id, slug: `${id}`, name: `${id}` }));
  return { attributes: [{ id: 1, slug: 'any', name: 'Any', terms: named }] };
};
const findChosen = (productIds: readonly number[], filters: Partial<FacetFilter>, display?: PriceDisplay) =>
  findChosenVariations(shop.db, productIds, { ...noFilters, ...filters }, shop.clock.now(), display);

/** Glazes have colours, sizes have none. */
async function addTerms(): Promise<{ glaze: number; size: number; term: (name: string) => number }> {
  const saved = await inTransaction(shop.db, async (tx) => {
    const attributes = ['Glaze', 'Size'].map((name) => ({ name, productId: null }));
    const attributeIds = await ensureAttributes(tx, attributes);
    const [glaze = 0, size = 0] = attributes.map((attribute) => attributeIds.get(toAttributeKey(attribute)));
    const all = [
      ...glazes.map((name) => ({ attributeId: glaze, name })),
      ...['Small', 'Large'].map((name) => ({ attributeId: size, name })),
    ];
    const ids = await ensureTerms(tx, all);
    return { glaze, size, ids: new Map(all.map((term) => [term.name, ids.get(toTermKey(term)) ?? 0])) };
  });
  await pool.query(`update attributes set kind = 'swatch' where id = $1`, [saved.glaze]);
  await pool.query(`update attribute_terms set swatch = '#a3b39c' where attribute_id = $1`, [saved.glaze]);
  return { ...saved, term: (name) => saved.ids.get(name) ?? 0 };
}

/** @param variations glaze, size, and other fields; null: any */
async function addBowl(variations: readonly (readonly [glaze: string | null, size: string | null, rest?: object])[]) {
  const { glaze, size, term } = await addTerms();
  const toTermId = (name: string | null) => (name === null ? null : term(name));
  const { id, variationIds } = await saveTestProduct(shop, {
    ...{ name: 'Bowl', type: 'variable', status: 'published' },
    attributes: [
      { attributeId: glaze, terms: glazes.map(term) },
      { attributeId: size, terms: [term('Small'), term('Large')] },
    ],
    variations: variations.map(([glazeName, sizeName, rest]) => ({
      ...{ regularPrice: 900, ...rest },
      terms: [
        { attributeId: glaze, termId: toTermId(glazeName) },
        { attributeId: size, termId: toTermId(sizeName) },
      ],
    })),
  });
  /** The place of the chosen variation; -1: none is chosen. */
  const find = (...names: readonly string[]) => findFiltered({}, ...names);
  const findFiltered = async (filters: Partial<FacetFilter>, ...names: readonly string[]) => {
    const chosen = (await findChosen([id], { ...filters, ...withTerms(names.map(term)) })).get(id);
    return chosen ? variationIds.indexOf(chosen.id) : -1;
  };
  /** Terms that the chosen variation leaves open. */
  const findOpenTerms = async (...names: readonly string[]) =>
    (await findChosen([id], withTerms(names.map(term)))).get(id)?.openTerms;
  return { id, find, findFiltered, findOpenTerms, term };
}

describe('the variation of a chosen colour', () => {
  it('is found for each colour, also for those that the card has no swatch for', async () => {
    const photograph = await addTestMedia(database, 'fig bowl');
    const { id, find, term } = await addBowl(
      glazes.map((glaze) => [glaze, 'Small', glaze === 'Fig' ? { imageId: photograph } : {}]),
    );
    for (const [index, glaze] of glazes.entries()) expect(await find(glaze), glaze).toBe(index);
    const [card] = await getProductCards(shop.db, [id], shop.clock.now());
    expect(card?.swatches.map(({ name }) => name)).not.toContain('Fig');
    const chosen = await findChosen([id], withTerms([term('Fig')]));
    expect(chosen.get(id)?.image?.id).toBe(photograph);
  });

  it('matches all attributes that are chosen if there is one', async () => {
    const { find } = await addBowl([
      ['Ash', 'Small'],
      ['Ash', 'Large'],
      ['Sea', 'Small'],
    ]);
    expect(await find('Ash')).toBe(0);
    expect(await find('Ash', 'Large')).toBe(1);
    expect(await find('Sea', 'Large'), 'no sea one is large').toBe(2);
    expect(await find('Sea', 'Ash', 'Large'), 'terms of one attribute are alternatives').toBe(1);
    expect(await find('Large'), 'no colour is chosen').toBe(-1);
  });

  it('can be bought if one of them can, and has the colour that is first in the card', async () => {
    const { find } = await addBowl([
      ['Sea', 'Small'],
      ['Ash', 'Small', out],
      ['Ash', 'Large'],
      ['Rust', 'Small', out],
      ['Moss', 'Small', { regularPrice: null }],
    ]);
    expect(await find('Ash')).toBe(2);
    expect(await find('Ash', 'Small'), 'all that was chosen').toBe(1);
    expect(await find('Rust', 'Moss')).toBe(3);
    expect(await find('Sea', 'Ash')).toBe(2);
    expect(await find('Sea', 'Rust')).toBe(0);
  });

  it('has a price and a stock that the list is filtered by, and is none if it has no such variation', async () => {
    const { findFiltered } = await addBowl([
      ['Ash', 'Small', out],
      ['Ash', 'Large', { regularPrice: 6000 }],
      ['Sea', 'Small', { regularPrice: 3000, salePrice: 2000 }],
      ['Sea', 'Large', { ...out, regularPrice: 6000 }],
      ['Rust', 'Small', out],
    ]);
    expect(await findFiltered({}, 'Ash', 'Small')).toBe(0);
    expect(await findFiltered({ inStock: true }, 'Ash')).toBe(1);
    expect(await findFiltered({ maxPrice: 3000 }, 'Ash')).toBe(0);
    expect(await findFiltered({ minPrice: 3000 }, 'Ash')).toBe(1);
    expect(await findFiltered({ maxPrice: 1999 }, 'Sea', 'Ash'), 'the colour that costs so much').toBe(0);
    expect(await findFiltered({ maxPrice: 2000 }, 'Sea'), 'the current price').toBe(2);
    expect(await findFiltered({ minPrice: 2001 }, 'Sea')).toBe(3);
    expect(await findFiltered({ minPrice: 6000, maxPrice: 6000 }, 'Ash', 'Sea')).toBe(1);
    expect(await findFiltered({ onSale: true }, 'Ash', 'Sea')).toBe(2);
    expect(await findFiltered({ onSale: true }, 'Ash')).toBe(-1);
    expect(await findFiltered({ inStock: true }, 'Rust')).toBe(-1);
    expect(await findFiltered({ maxPrice: 899 }, 'Rust')).toBe(-1);
  });

  it('gives up no chosen attribute for the price, the stock or the sale that the list is filtered by', async () => {
    const { findFiltered } = await addBowl([
      ['Ash', 'Small', out],
      ['Ash', 'Large', { regularPrice: 6000 }],
      ['Sea', 'Small', { regularPrice: 3000, salePrice: 2000 }],
      ['Sea', 'Large', { ...out, regularPrice: 5000 }],
      ['Rust', 'Small'],
      ['Rust', 'Large', { regularPrice: null }],
    ]);
    expect(await findFiltered({ maxPrice: 4000 }, 'Ash', 'Large'), 'the small one costs so much').toBe(-1);
    expect(await findFiltered({ minPrice: 3000 }, 'Ash', 'Small')).toBe(-1);
    expect(await findFiltered({ inStock: true }, 'Ash', 'Small')).toBe(-1);
    expect(await findFiltered({ onSale: true }, 'Ash', 'Sea', 'Large')).toBe(-1);
    expect(await findFiltered({ maxPrice: 5000 }, 'Ash', 'Sea', 'Large'), 'the other colour has all').toBe(3);
    expect(await findFiltered({ inStock: true }, 'Ash', 'Sea', 'Large')).toBe(1);
    expect(await findFiltered({ maxPrice: 900 }, 'Rust', 'Large'), 'no large one is sold at any price').toBe(4);
  });

  it('is filtered by its price as it is shown, with the taxes of its own class', async () => {
    const { id, term } = await addBowl([
      ['Ash', 'Small', { regularPrice: 1000, taxClass: 'reduced' }],
      ['Ash', 'Large', { regularPrice: 1000 }],
    ]);
    const bounds = (standard: number, reduced: number) => () => ({ '': standard, reduced });
    const find = async (toHighestEntered: PriceDisplay['toHighestEntered'], filters: Partial<FacetFilter>) => {
      const display = { ...pricesAsEntered, toHighestEntered, toLowestEntered: toHighestEntered };
      return (await findChosen([id], { ...filters, ...withTerms([term('Ash')]) }, display)).get(id)?.id;
    };
    const [small, large] = [
      await find(bounds(999, 1000), { maxPrice: 1 }),
      await find(bounds(1000, 999), { maxPrice: 1 }),
    ];
    expect(small).toBeDefined();
    expect(large).toBeDefined();
    expect(small).not.toBe(large);
    expect(await find(bounds(1001, 1000), { minPrice: 1 })).toBe(small);
    expect(await find(bounds(1000, 1001), { minPrice: 1 })).toBe(large);
    expect(await find(bounds(999, 999), { maxPrice: 1 })).toBeUndefined();
  });

  it('may leave attributes open, and has the terms that were chosen of them', async () => {
    const { find, findOpenTerms } = await addBowl([
      ['Ash', 'Small'],
      ['Sea', null],
      [null, 'Large'],
    ]);
    expect(await find('Sea', 'Large')).toBe(1);
    expect(await find('Ash', 'Large')).toBe(2);
    expect(await find('Rust')).toBe(2);
    expect(await findOpenTerms('Ash', 'Small')).toEqual({});
    expect(await findOpenTerms('Sea')).toEqual({});
    expect(await findOpenTerms('Sea', 'Large')).toEqual({ size: 'large' });
    expect(await findOpenTerms('Rust', 'Moss'), 'the first in the card').toEqual({ glaze: 'rust' });
  });
});
