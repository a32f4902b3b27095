import type { GeneratedProduct, GeneratedStock, GeneratedVariation } from '../loaders/generated-catalogue.ts';
import {
  applySale,
  createGtin,
  generatePrice,
  generatePublishedAt,
  generateRating,
  generateSale,
  generateStock,
  type Sale,
} from './facts.ts';
import { type ProductKind, productKinds } from './kinds.ts';
import { type GeneratedName, generateName } from './names.ts';
import type { Random } from './random.ts';
import { generateVariationPlan, limitVariations, type VariationPlan } from './variation-plans.ts';
import { brands, countries, endings, middles, openings, tags } from './words.ts';

interface ProductPlan {
  readonly type: GeneratedProduct['type'];
  readonly kind: ProductKind;
  readonly variationPlan: VariationPlan | null;
}

const perThousand = { variable: 600, grouped: 20, external: 10 };

/** Plans type and variations of each product, to reach the number of variations exactly. */
function planProducts(random: Random, count: number, variations: number): ProductPlan[] {
  const weights = productKinds.flatMap((kind) => Array<ProductKind>(random.whole(1, 5)).fill(kind));
  const plans = Array.from({ length: count }, (_, index): ProductPlan => {
    const bucket = (index * 617) % 1000;
    const kind = random.pick(weights);
    if (bucket < perThousand.variable)
      return { type: 'variable', kind, variationPlan: generateVariationPlan(random, kind) };
    const other = bucket - perThousand.variable;
    const type =
      other < perThousand.grouped
        ? 'grouped'
        : other < perThousand.grouped + perThousand.external
          ? 'external'
          : 'simple';
    return { type: index < 50 && type === 'grouped' ? 'simple' : type, kind, variationPlan: null };
  });
  const variationPlans = limitVariations(
    plans.flatMap(({ variationPlan }) => variationPlan ?? []),
    variations,
  );
  return plans.map((plan) =>
    plan.variationPlan === null ? plan : { ...plan, variationPlan: variationPlans.shift() ?? plan.variationPlan },
  );
}

export function generateProducts(random: Random, count: number, variations: number): GeneratedProduct[] {
  const takenNames = new Set<string>();
  const simple: number[] = [];
  return planProducts(random, count, variations).map((plan, index) => {
    const product = generateProduct(random, plan, index, takenNames, simple);
    if (product.type === 'simple' && product.status === 'published') simple.push(index);
    return product;
  });
}

function generateProduct(
  random: Random,
  { type, kind, variationPlan }: ProductPlan,
  index: number,
  takenNames: Set<string>,
  simple: readonly number[],
): GeneratedProduct {
  const naming = generateName(random, kind, findColour(variationPlan), takenNames);
  const brand = random.chance(0.9) ? random.pick(brands) : null;
  const regular = generatePrice(random, kind);
  const sale = generateSale(random);
  const sku = `${kind.code}-${String(index + 1).padStart(5, '0')}`;
  const rating = generateRating(random);
  return {
    type,
    sku,
    gtin: type === 'simple' && random.chance(0.8) ? createGtin(index * 100) : null,
    name: naming.name,
    ...generateVisibility(random),
    position: random.whole(0, 2000),
    publishedAt: generatePublishedAt(random),
    ...generateTexts(random, naming, brand ?? 'The workshop'),
    categories: pickCategories(random, kind),
    tags: random.some(tags, random.whole(0, 5)),
    brand,
    attributes: createAttributes(random, kind, naming, variationPlan),
    variations:
      variationPlan === null ? [] : generateVariations(random, { sku, index, regular, sale, variationPlan, kind }),
    ...applySale(type === 'simple' || type === 'external' ? regular : null, sale),
    stock: generateStock(random),
    weightGrams: type === 'simple' ? Math.round((regular / 100) * kind.family.gramsPerEuro) : null,
    externalUrl: type === 'external' ? `https://example.com/${sku.toLowerCase()}` : null,
    upsells: random.chance(0.3) && index > 10 ? distinct([random.whole(0, index - 1), random.whole(0, index - 1)]) : [],
    grouped: type === 'grouped' ? random.some(simple.slice(-200), random.whole(2, 5)) : [],
    ...rating,
  };
}

/** The first colour, for names such as 'bowl in celadon'. */
function findColour(variationPlan: VariationPlan | null): string | null {
  const [first] = variationPlan?.axes ?? [];
  return first && ['Glaze', 'Colour', 'Wood'].includes(first.name) ? (first.terms[0] ?? null) : null;
}

const distinct = (list: readonly number[]) => [...new Set(list)];

function generateVisibility(random: Random): Pick<GeneratedProduct, 'status' | 'visibility' | 'featured'> {
  return {
    status: random.chance(0.015) ? random.pick(['draft', 'private']) : 'published',
    visibility: random.chance(0.016) ? random.pick(['catalog', 'search', 'hidden']) : 'visible',
    featured: random.chance(0.004),
  };
}

function pickCategories(random: Random, { path }: ProductKind): string[][] {
  const own = [...path];
  if (!random.chance(0.12)) return [own];
  return [own, ...random.some(productKinds, 1).map((other) => [...other.path])];
}

function createAttributes(
  random: Random,
  { family }: ProductKind,
  { material }: GeneratedName,
  variationPlan: VariationPlan | null,
): GeneratedProduct['attributes'] {
  const chosen = variationPlan?.axes.map(({ name, terms }) => ({ name, terms, variation: true })) ?? [];
  const facts = [
    { name: 'Material', terms: [material.en], variation: false },
    { name: 'Origin', terms: [random.pick(countries)], variation: false },
    { name: 'Care', terms: [family.care], variation: false },
  ];
  return [...chosen, ...facts];
}

/** 'Set of 2' -> 'SO2', 'Celadon' -> 'CEL', '1.5 l' -> '15L'. */
function toSkuPart(term: string | null): string {
  if (term === null) return 'ANY';
  const namedIds = term.match(/[\p{L}]+|\d+/gu) ?? [];
  const code =
    namedIds.length === 1
      ? (namedIds[0] ?? '').slice(0, 3)
      : namedIds.map((word) => (/\d/.test(word) ? word : word.charAt(0))).join('');
  return code.toUpperCase();
}

interface VariationContext {
  readonly sku: string;
  readonly index: number;
  readonly regular: number;
  readonly sale: Sale | null;
  readonly variationPlan: VariationPlan;
  readonly kind: ProductKind;
}

function generateVariations(
  random: Random,
  { sku, index, regular, sale, variationPlan, kind }: VariationContext,
): GeneratedVariation[] {
  const soldOut = random.chance(0.05);
  const wholeSale = random.chance(0.7);
  return variationPlan.options.map((terms, place) => {
    const steps = variationPlan.axes.reduce(
      (sum, axis, axisAt) => sum + Math.max(0, axis.terms.indexOf(terms[axisAt] ?? '')),
      0,
    );
    const price = Math.round((regular * (1 + 0.12 * steps)) / 10) * 10;
    const stock: GeneratedStock = soldOut
      ? { managed: true, onHand: 0, backorders: 'no', lowStockThreshold: null, status: 'in' }
      : generateStock(random);
    return {
      sku: [sku, ...terms.map(toSkuPart)].join('-'),
      gtin: random.chance(0.8) ? createGtin(index * 100 + place + 1) : null,
      options: Object.fromEntries(variationPlan.axes.map(({ name }, axisAt) => [name, terms[axisAt] ?? null])),
      stock,
      weightGrams: Math.round((price / 100) * kind.family.gramsPerEuro),
      ...applySale(price, sale !== null && (wholeSale || place % 2 === 0) ? sale : null),
    };
  });
}

function generateTexts(
  random: Random,
  { line, noun, material }: GeneratedName,
  maker: string,
): Pick<GeneratedProduct, 'shortDescription' | 'description'> {
  const filled = (text: string) =>
    text
      .replaceAll('{line}', line)
      .replaceAll('{thing}', noun)
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
