import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateCatalogue } from '#demo/generated/catalogue.ts';
import { createRandom } from '#demo/generated/random.ts';
import { loadGeneratedCatalogue } from '#demo/loaders/generated-catalogue-loader.ts';
import {
  buildMatchSql,
  type FacetFilter,
  getProductViews,
  noFilters,
  saveProducts,
  setRatings,
} from '#features/catalog/index.ts';
import { publishStockChanges } from '#features/inventory/index.ts';
import { updateStockLevel } from '#features/inventory/write-stock-levels.ts';
import { pricesAsEntered } from '#features/pricing/index.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { countFacets, type Facets } from './facets.ts';
import { buildFilterQuery, readFilters } from './filters.ts';
import { listingSorts, listProducts } from './listing.ts';
import type { ListingScope } from './listing-scope.ts';

const { database, db } = useDatabase();
const shop = catalogShop(database);
const now = shop.clock.now();
const random = createRandom(7);

/** A product as the tables describe it. */
interface ExpectedProduct {
  id: number;
  visibility: string;
  categories: number[];
  tags: number[];
  brands: number[];
  terms: number[];
  prices: number[];
  inStock: boolean;
  onSale: boolean;
  rating: number | null;
}

let expectedProducts: ExpectedProduct[] = [];
let parents = new Map<number, number | null>();
let attributeIds = new Map<number, number>();

async function readPlainTables(): Promise<void> {
  const rows = async <Row extends object>(text: string) =>
    (await db.execute<Row & Record<string, unknown>>(sql.raw(text))).rows as Row[];
  const categories = await rows<{ id: number; parent: number | null }>(
    'select id, parent_id as parent from categories',
  );
  parents = new Map(categories.map(({ id, parent }) => [id, parent]));
  const terms = await rows<{ id: number; attribute: number }>(
    'select id, attribute_id as attribute from attribute_terms',
  );
  attributeIds = new Map(terms.map(({ id, attribute }) => [id, attribute]));
  const published = await rows<{ id: number; visibility: string; sum: number; count: number }>(
    "select id, visibility, rating_sum as sum, rating_count as count from products where status = 'published' order by id",
  );
  const readLinks = async (table: string, column: string) =>
    Map.groupBy(
      await rows<{ id: number; to: number }>(`select product_id as id, ${column} as to from ${table}`),
      ({ id }) => id,
    );
  const [inCategories, tagged, branded, withTerms] = [
    await readLinks('product_categories', 'category_id'),
    await readLinks('product_tags', 'tag_id'),
    await readLinks('product_brands', 'brand_id'),
    await readLinks('product_attribute_terms', 'term_id'),
  ];
  const listEnds = (map: typeof tagged, id: number) => (map.get(id) ?? []).map(({ to }) => to);
  const views = new Map(
    (
      await getProductViews(
        db,
        published.map(({ id }) => id),
        now,
      )
    ).map((view) => [view.id, view]),
  );
  const listAncestors = (id: number | null): number[] =>
    id === null ? [] : [id, ...listAncestors(parents.get(id) ?? null)];
  expectedProducts = published.map(({ id, visibility, sum, count }) => {
    const view = views.get(id);
    const soldVariations = (view === undefined ? [] : listSoldVariations(view, views)).filter(
      ({ price }) => price !== null,
    );
    // A set is listed by the price that its view shows, 'From' the lowest.
    const setPrice = view?.type === 'grouped' && view.priceRange ? [view.priceRange.min] : null;
    const prices = setPrice ?? soldVariations.flatMap(({ price }) => (price === null ? [] : [price.current]));
    return {
      ...{ id, visibility, prices },
      categories: [...new Set(listEnds(inCategories, id).flatMap(listAncestors))],
      ...{ tags: listEnds(tagged, id), brands: listEnds(branded, id), terms: listEnds(withTerms, id) },
      inStock:
        (view?.type === 'external' && soldVariations.length === 0) ||
        soldVariations.some(({ stock }) => stock.state !== 'out'),
      onSale: soldVariations.some(({ price }) => price !== null && price.sale !== null),
      rating: count === 0 ? null : sum / count,
    };
  });
}

type View = Awaited<ReturnType<typeof getProductViews>>[number];
function listSoldVariations(view: View, all: ReadonlyMap<number, View>): readonly View['master'][] {
  if (view.type === 'grouped') {
    const members = view.grouped.flatMap(({ id }) => all.get(id) ?? []);
    return members.flatMap((member) => listSoldVariations(member, all));
  }
  return view.type === 'variable' ? view.variations : [view.master];
}

const listVisible = () =>
  expectedProducts.filter(({ visibility }) => visibility === 'visible' || visibility === 'catalog');

function listInScope({ category, tag, brand, products }: ListingScope): ExpectedProduct[] {
  if (products) {
    return products.flatMap((id) =>
      expectedProducts.filter((product) => product.id === id && ['visible', 'search'].includes(product.visibility)),
    );
  }
  return listVisible().filter(
    (product) =>
      (category === undefined || product.categories.includes(category)) &&
      (tag === undefined || product.tags.includes(tag)) &&
      (brand === undefined || product.brands.includes(brand)),
  );
}

function matchesFilters(product: ExpectedProduct, filters: FacetFilter): boolean {
  const includesAny = (list: readonly { id: number }[], ids: readonly number[]) =>
    list.length === 0 || list.some(({ id }) => ids.includes(id));
  const { minPrice, maxPrice, rating } = filters;
  const [low, high] = [Math.min(...product.prices), Math.max(...product.prices)];
  return (
    includesAny(filters.categories, product.categories) &&
    includesAny(filters.brands, product.brands) &&
    filters.attributes.every(({ terms }) => includesAny(terms, product.terms)) &&
    (minPrice === null || (product.prices.length > 0 && high >= minPrice)) &&
    (maxPrice === null || (product.prices.length > 0 && low <= maxPrice)) &&
    (filters.inStock === null || product.inStock === filters.inStock) &&
    (filters.onSale === null || product.onSale === filters.onSale) &&
    (rating === null || (product.rating !== null && product.rating >= rating))
  );
}

function countNaively(scope: ListingScope, filters: FacetFilter, facets: Facets): Facets {
  const all = listInScope(scope);
  const filterWith = (changes: Partial<FacetFilter>) =>
    all.filter((product) => matchesFilters(product, { ...filters, ...changes }));
  const otherAttributes = (id: number) => filters.attributes.filter((attribute) => attribute.id !== id);
  const countWith = (list: readonly ExpectedProduct[], kind: 'categories' | 'brands' | 'terms', id: number) =>
    list.filter((product) => product[kind].includes(id)).length;
  const prices = filterWith({ minPrice: null, maxPrice: null }).flatMap((product) => product.prices);
  const recount = <Value extends { id: number }>(
    values: readonly Value[],
    list: readonly ExpectedProduct[],
    kind: 'categories' | 'brands' | 'terms',
  ) => values.map((value) => ({ ...value, count: countWith(list, kind, value.id) }));
  return {
    total: filterWith({}).length,
    categories: recount(facets.categories, filterWith({ categories: [] }), 'categories'),
    brands: recount(facets.brands, filterWith({ brands: [] }), 'brands'),
    attributes: facets.attributes.map((attribute) => ({
      ...attribute,
      values: recount(attribute.values, filterWith({ attributes: otherAttributes(attribute.id) }), 'terms'),
    })),
    inStock: filterWith({ inStock: null }).filter((product) => product.inStock).length,
    onSale: filterWith({ onSale: null }).filter((product) => product.onSale).length,
    ratings: [4, 3, 2, 1].map((atLeast) => {
      const count = filterWith({ rating: null }).filter((product) => (product.rating ?? 0) >= atLeast).length;
      return { atLeast, count };
    }),
    prices: prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
  };
}

const toChoices = (ids: readonly number[]) => ids.map((id) => ({ id, slug: `${id}`, name: `${id}` }));
const pickSome = (ids: readonly number[], maxCount: number) =>
  random.some([...new Set(ids)], random.whole(1, maxCount));

function randomScope(): ListingScope {
  const product = random.pick(listVisible());
  const kinds: ListingScope[] = [
    {},
    { category: random.pick(product.categories) },
    { tag: random.pick(listVisible().flatMap(({ tags }) => tags)) },
    { brand: random.pick(listVisible().flatMap(({ brands }) => brands)) },
    {
      products: random
        .some(
          expectedProducts.map(({ id }) => id),
          60,
        )
        .toReversed(),
    },
  ];
  return random.pick(kinds);
}

/** Values near those of a product in the scope, so that filters often match. */
function randomFilters(scope: ListingScope): FacetFilter {
  const product = random.pick(listInScope(scope));
  const terms = Map.groupBy(product.terms, (id) => attributeIds.get(id) ?? 0);
  const price = product.prices[0] ?? 5000;
  return {
    categories: random.chance(0.25) ? toChoices(pickSome(product.categories, 2)) : [],
    brands: random.chance(0.2)
      ? toChoices(pickSome([...product.brands, ...random.pick(listVisible()).brands, 1], 2))
      : [],
    attributes: random.chance(0.5)
      ? [...terms].slice(0, random.whole(1, 3)).map(([id, ownTerms]) => {
          const attributeTerms = [...attributeIds].flatMap(([term, attribute]) => (attribute === id ? [term] : []));
          return { id, slug: `${id}`, name: `${id}`, terms: toChoices([...ownTerms, ...pickSome(attributeTerms, 2)]) };
        })
      : [],
    minPrice: random.chance(0.25) ? Math.round(price * random.next()) : null,
    maxPrice: random.chance(0.25) ? Math.round(price * (1 + random.next())) : null,
    inStock: random.chance(0.4) ? random.chance(0.8) : null,
    onSale: random.chance(0.2) ? random.chance(0.8) : null,
    rating: random.chance(0.25) ? random.whole(1, 4) : null,
  };
}

/** The products that the statements of the APIs find. */
async function findMatchingRows(scope: ListingScope, filters: FacetFilter): Promise<Set<number>> {
  const { category = null, tag = null, brand = null, products } = scope;
  const filter = { ...filters, productIds: products, visibility: products ? 'search' : 'catalog' } as const;
  const { rows } = await db.execute<{
    id: number;
  }>(sql`select l.product_id as id from ${buildMatchSql(filter, pricesAsEntered)}
    and (${category}::integer is null or l.category_ids @> array[${category}::integer])
    and (${tag}::integer is null or l.tag_ids @> array[${tag}::integer])
    and (${brand}::integer is null or l.brand_ids @> array[${brand}::integer])`);
  return new Set(rows.map(({ id }) => id));
}

async function compare(scope: ListingScope, filters: FacetFilter): Promise<Facets> {
  const facets = await countFacets(db, scope, filters);
  const description = JSON.stringify({ scope, filters });
  expect(facets, description).toEqual(countNaively(scope, filters, facets));
  const sort = random.pick(listingSorts);
  const listing = await listProducts(db, { ...scope, filters, sort, perPage: 100, now });
  const expected = listInScope(scope).filter((product) => matchesFilters(product, filters));
  expect(listing.total, description).toBe(expected.length);
  expect(await findMatchingRows(scope, filters), description).toEqual(new Set(expected.map(({ id }) => id)));
  if (expected.length <= 100)
    expect(new Set(listing.cards.map(({ id }) => id)), description).toEqual(new Set(expected.map(({ id }) => id)));
  return facets;
}

describe('the facets of a listing', () => {
  beforeAll(async () => {
    await loadGeneratedCatalogue(shop, generateCatalogue({ products: 240 }), { demoSlugs: [], force: false });
    await readPlainTables();
  });

  it('equal a count product by product for every scope and filter', async () => {
    let found = 0;
    for (let trial = 0; trial < 150; trial += 1) {
      const scope = randomScope();
      const { total } = await compare(scope, random.chance(0.15) ? noFilters : randomFilters(scope));
      if (total > 0) found += 1;
    }
    expect(found).toBeGreaterThan(75);
  });

  it('list every product exactly once in each sort', async () => {
    const all = new Set(listVisible().map(({ id }) => id));
    for (const sort of listingSorts) {
      for (const filters of [noFilters, { ...noFilters, inStock: true }]) {
        const wanted = [...all].filter((id) =>
          expectedProducts.some((product) => product.id === id && matchesFilters(product, filters)),
        );
        const pages = Math.ceil(wanted.length / 50);
        const ids: number[] = [];
        for (let page = 1; page <= pages; page += 1) {
          ids.push(...(await listProducts(db, { filters, sort, page, perPage: 50, now })).cards.map(({ id }) => id));
        }
        expect(ids, sort).toHaveLength(wanted.length);
        expect(new Set(ids), sort).toEqual(new Set(wanted));
        const beyond = await listProducts(db, { filters, sort, page: pages + 1, perPage: 50, now });
        expect(beyond).toMatchObject({ cards: [], total: wanted.length });
      }
    }
  });

  it('contain every value of the listed products', async () => {
    const facets = await countFacets(db, {}, noFilters);
    const top = [...new Set(listVisible().flatMap(({ categories }) => categories))].filter(
      (id) => parents.get(id) === null,
    );
    expect(new Set(facets.categories.map(({ id }) => id))).toEqual(new Set(top));
    expect(new Set(facets.brands.map(({ id }) => id))).toEqual(new Set(listVisible().flatMap(({ brands }) => brands)));
    expect(facets.brands.map(({ count }) => count)).toEqual(
      facets.brands.map(({ count }) => count).toSorted((first, second) => second - first),
    );
    expect(facets.attributes.length).toBe(6);
    for (const { id, values } of facets.attributes) {
      const own = listVisible().flatMap(({ terms }) => terms.filter((term) => attributeIds.get(term) === id));
      expect(new Set(values.map((value) => value.id))).toEqual(new Set(own));
    }
  });

  it('contain the subcategories of a chosen category', async () => {
    const [top] = (await countFacets(db, {}, noFilters)).categories;
    const facets = await countFacets(db, {}, { ...noFilters, categories: toChoices([top?.id ?? 0]) });
    const below = facets.categories.filter(({ parentId }) => parentId === top?.id);
    expect(below.length).toBeGreaterThan(0);
    expect(facets.categories.length).toBeGreaterThan(below.length + 1);
  });

  it('follow stock, product, rating and category changes', async () => {
    const unrated = listVisible().filter(({ inStock, rating }) => inStock && rating === null);
    await db.transaction(async (tx) => {
      for (const { id } of unrated.slice(0, 8)) {
        const { rows } = await tx.execute<{ id: number }>(
          sql`select id from variations where product_id = ${id} order by id`,
        );
        for (const variation of rows) {
          const set = await updateStockLevel(tx, variation.id, { onHand: 0, backorders: 'no' }, 'test');
          if (set.ok) await publishStockChanges(shop, tx, set.changes);
        }
      }
      await setRatings(
        tx,
        unrated.slice(0, 5).map(({ id }) => ({ productId: id, sum: 9, count: 2 })),
        now,
      );
      const [gone, other] = unrated.slice(10);
      await saveProducts(
        shop,
        tx,
        [
          { id: gone?.id, status: 'draft' },
          { id: other?.id, tags: [], brands: [], categories: [] },
        ],
        'test',
      );
      await tx.execute(sql`delete from products where id = ${unrated[20]?.id}`);
      const { rows } = await tx.execute<{ id: number }>(
        sql`select id from categories where parent_id is null order by id limit 3`,
      );
      const [first, second, third] = rows;
      await tx.execute(sql`update categories set parent_id = ${second?.id} where id = ${first?.id}`);
      await tx.execute(sql`delete from categories where id = ${third?.id}`);
    });
    await saveTestProduct(shop, { name: 'Free', status: 'published', master: { regularPrice: 0 } });
    await readPlainTables();
    await compare({}, noFilters);
    for (const category of new Set(
      listVisible()
        .flatMap(({ categories }) => categories)
        .slice(0, 80),
    )) {
      await compare({ category }, noFilters);
    }
    for (let trial = 0; trial < 20; trial += 1) await compare({}, randomFilters({}));
    expect((await db.execute(sql`select from facet_bits where bits = 0::bit(4096)`)).rows).toEqual([]);
  });

  it('stay correct when two shoppers buy the last items of two variations concurrently', async () => {
    const { id, variationIds } = await savePair();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sellOut = (variation: number | undefined, sold: () => void, until: Promise<void>) =>
      db.transaction(async (tx) => {
        const set = await updateStockLevel(tx, variation ?? 0, { onHand: 0 }, 'test');
        sold();
        await until;
        if (set.ok) await publishStockChanges(shop, tx, set.changes);
      });
    await Promise.all([
      sellOut(variationIds[0], first.resolve, second.promise),
      sellOut(variationIds[1], second.resolve, first.promise),
    ]);
    const { rows } = await db.execute(sql`select in_stock from product_listing where product_id = ${id}`);
    expect(rows).toEqual([{ in_stock: false }]);
  });

  async function savePair() {
    const { rows } = await db.execute<{ id: number; term: number; other: number }>(
      sql`select attribute_id as id, min(id) as term, max(id) as other from attribute_terms group by 1 having count(*) > 1 order by 1 limit 1`,
    );
    const { id: attributeId = 0, term = 0, other = 0 } = rows[0] ?? {};
    const stock = { managed: true, onHand: 1 };
    return saveTestProduct(shop, {
      ...{ name: 'Pair', type: 'variable', status: 'published', attributes: [{ attributeId, terms: [term, other] }] },
      variations: [term, other].map((termId) => ({ regularPrice: 100, stock, terms: [{ attributeId, termId }] })),
    });
  }
});

describe('the filters of a URL', () => {
  it('are read and written in canonical form', async () => {
    const facets = await countFacets(db, {}, noFilters);
    const [attribute] = facets.attributes;
    const [first, second] = attribute?.values ?? [];
    const is = [first, second].map((value) => `${attribute?.slug}.${value?.slug}`);
    const query = {
      is: is.toReversed().join(','),
      in: facets.categories[0]?.slug ?? '',
      max: '60,50',
      min: '7',
      stock: 'in',
    };
    const filters = await readFilters(db, query, { currency: 'EUR', locale: 'en-GB' });
    expect(filters).toMatchObject({ minPrice: 700, maxPrice: 6050, inStock: true, onSale: null, rating: null });
    const canonical = buildFilterQuery(filters, 'EUR');
    expect(canonical).toEqual({ in: query.in, is: expect.any(String), min: '7', max: '60.50', stock: 'in' });
    expect(buildFilterQuery(await readFilters(db, canonical, { currency: 'EUR', locale: 'en-GB' }), 'EUR')).toEqual(
      canonical,
    );
  });

  it.each([
    [{ in: 'nothing,,%00', brand: "'; drop table brands", is: 'glaze,.,..,x.y' }],
    [{ min: 'cheap', max: '-5', stock: 'maybe', sale: 'yes', rating: '9' }],
    [{ min: '99999999999999999999', rating: '4.5' }],
  ])('ignore invalid values: %j', async (query) => {
    expect(await readFilters(db, query as Record<string, string>, { currency: 'EUR', locale: 'en-GB' })).toEqual(
      noFilters,
    );
  });

  it('swap a reversed price range', async () => {
    expect(await readFilters(db, { min: '60', max: '20' }, { currency: 'EUR', locale: 'en-GB' })).toMatchObject({
      minPrice: 2000,
      maxPrice: 6000,
    });
  });
});
