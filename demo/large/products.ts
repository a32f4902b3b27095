import { gtinOf, newMoment, newPrice, newRating, newSale, newStock, priceOf, type Sale } from './facts.ts';
import { type Kind, kinds } from './kinds.ts';
import { type Naming, newName } from './names.ts';
import type { Random } from './random.ts';
import { newShape, type Shape, trim } from './shapes.ts';
import type { LargeProduct, LargeStock, LargeVariation } from './types.ts';
import { brands, countries, endings, middles, openings, tags } from './words.ts';

interface Plan {
  readonly type: LargeProduct['type'];
  readonly kind: Kind;
  readonly shape: Shape | null;
}

const perThousand = { variable: 600, grouped: 20, external: 10 };

/** What there is of each thing, so that the variations can be counted before anything is made. */
function plan(random: Random, count: number, variations: number): Plan[] {
  const weights = kinds.flatMap((kind) => Array<Kind>(random.whole(1, 5)).fill(kind));
  const plans = Array.from({ length: count }, (_, at): Plan => {
    const lot = (at * 617) % 1000;
    const kind = random.pick(weights);
    if (lot < perThousand.variable) return { type: 'variable', kind, shape: newShape(random, kind) };
    const other = lot - perThousand.variable;
    const type =
      other < perThousand.grouped
        ? 'grouped'
        : other < perThousand.grouped + perThousand.external
          ? 'external'
          : 'simple';
    return { type: at < 50 && type === 'grouped' ? 'simple' : type, kind, shape: null };
  });
  const shapes = trim(
    plans.flatMap(({ shape }) => shape ?? []),
    variations,
  );
  return plans.map((one) => (one.shape === null ? one : { ...one, shape: shapes.shift() ?? one.shape }));
}

export function newProducts(random: Random, count: number, variations: number): LargeProduct[] {
  const taken = new Set<string>();
  const simple: number[] = [];
  return plan(random, count, variations).map((one, at) => {
    const product = newProduct(random, one, at, taken, simple);
    if (product.type === 'simple' && product.status === 'published') simple.push(at);
    return product;
  });
}

function newProduct(
  random: Random,
  { type, kind, shape }: Plan,
  at: number,
  taken: Set<string>,
  simple: readonly number[],
): LargeProduct {
  const naming = newName(random, kind, colourOf(shape), taken);
  const brand = random.chance(0.9) ? random.pick(brands) : null;
  const regular = newPrice(random, kind);
  const sale = newSale(random);
  const sku = `${kind.code}-${String(at + 1).padStart(5, '0')}`;
  const rating = newRating(random);
  return {
    type,
    sku,
    gtin: type === 'simple' && random.chance(0.8) ? gtinOf(at * 100) : null,
    name: naming.name,
    ...shownAs(random),
    position: random.whole(0, 2000),
    publishedAt: newMoment(random),
    ...textsOf(random, naming, brand ?? 'The workshop'),
    categories: categoriesOf(random, kind),
    tags: random.some(tags, random.whole(0, 5)),
    brand,
    attributes: attributesOf(random, kind, naming, shape),
    variations: shape === null ? [] : variationsOf(random, { sku, at, regular, sale, shape, kind }),
    ...priceOf(type === 'simple' || type === 'external' ? regular : null, sale),
    stock: newStock(random),
    weightGrams: type === 'simple' ? Math.round((regular / 100) * kind.family.density) : null,
    externalUrl: type === 'external' ? `https://example.com/${sku.toLowerCase()}` : null,
    upsells: random.chance(0.3) && at > 10 ? distinct([random.whole(0, at - 1), random.whole(0, at - 1)]) : [],
    grouped: type === 'grouped' ? random.some(simple.slice(-200), random.whole(2, 5)) : [],
    ...rating,
  };
}

/** Only where a thing can be said to be in it. */
function colourOf(shape: Shape | null): string | null {
  const [first] = shape?.axes ?? [];
  return first && ['Glaze', 'Colour', 'Wood'].includes(first.name) ? (first.terms[0] ?? null) : null;
}

const distinct = (list: readonly number[]) => [...new Set(list)];

function shownAs(random: Random): Pick<LargeProduct, 'status' | 'visibility' | 'featured'> {
  return {
    status: random.chance(0.015) ? random.pick(['draft', 'private']) : 'published',
    visibility: random.chance(0.016) ? random.pick(['catalog', 'search', 'hidden']) : 'visible',
    featured: random.chance(0.004),
  };
}

function categoriesOf(random: Random, { path }: Kind): string[][] {
  const own = [...path];
  if (!random.chance(0.12)) return [own];
  return [own, ...random.some(kinds, 1).map((other) => [...other.path])];
}

function attributesOf(
  random: Random,
  { family }: Kind,
  { material }: Naming,
  shape: Shape | null,
): LargeProduct['attributes'] {
  const chosen = shape?.axes.map(({ name, terms }) => ({ name, terms, variation: true })) ?? [];
  const facts = [
    { name: 'Material', terms: [material.en], variation: false },
    { name: 'Origin', terms: [random.pick(countries)], variation: false },
    { name: 'Care', terms: [family.care], variation: false },
  ];
  return [...chosen, ...facts];
}

/** 'Set of 2' -> 'SO2', 'Celadon' -> 'CEL', '1.5 l' -> '15L'. */
function codeOf(term: string | null): string {
  if (term === null) return 'ANY';
  const words = term.match(/[\p{L}]+|\d+/gu) ?? [];
  const code =
    words.length === 1
      ? (words[0] ?? '').slice(0, 3)
      : words.map((word) => (/\d/.test(word) ? word : word.charAt(0))).join('');
  return code.toUpperCase();
}

interface Sold {
  readonly sku: string;
  readonly at: number;
  readonly regular: number;
  readonly sale: Sale | null;
  readonly shape: Shape;
  readonly kind: Kind;
}

function variationsOf(random: Random, { sku, at, regular, sale, shape, kind }: Sold): LargeVariation[] {
  const soldOut = random.chance(0.05);
  const wholeSale = random.chance(0.7);
  return shape.options.map((terms, place) => {
    const steps = shape.axes.reduce(
      (sum, axis, axisAt) => sum + Math.max(0, axis.terms.indexOf(terms[axisAt] ?? '')),
      0,
    );
    const price = Math.round((regular * (1 + 0.12 * steps)) / 10) * 10;
    const stock: LargeStock = soldOut
      ? { managed: true, onHand: 0, backorders: 'no', lowStockThreshold: null, status: 'in' }
      : newStock(random);
    return {
      sku: [sku, ...terms.map(codeOf)].join('-'),
      gtin: random.chance(0.8) ? gtinOf(at * 100 + place + 1) : null,
      options: Object.fromEntries(shape.axes.map(({ name }, axisAt) => [name, terms[axisAt] ?? null])),
      stock,
      weightGrams: Math.round((price / 100) * kind.family.density),
      ...priceOf(price, sale !== null && (wholeSale || place % 2 === 0) ? sale : null),
    };
  });
}

function textsOf(
  random: Random,
  { line, thing, material }: Naming,
  maker: string,
): Pick<LargeProduct, 'shortDescription' | 'description'> {
  const filled = (text: string) =>
    text
      .replaceAll('{line}', line)
      .replaceAll('{thing}', thing)
      .replaceAll('{material}', material.en)
      .replaceAll('{maker}', maker)
      .replaceAll('&', '&amp;');
  const paragraphs = [
    [random.pick(openings), ...random.some(middles, 3)],
    [...random.some(middles, 2), random.pick(endings)],
  ];
  return {
    shortDescription: `<p>${filled(random.pick(openings))}</p>`,
    description: paragraphs.map((sentences) => `<p>${filled(sentences.join(' '))}</p>`).join('\n'),
  };
}
