import { randomUUID } from 'node:crypto';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { saveTestProduct } from './products.ts';

/**
 * Saves a product with variations of Glaze and Size. Each costs 10.00 and has 5 in stock; SKUs are `<prefix>-0` …
 * @returns ids in their order
 */
export async function addManyVariations(
  shop: Shop,
  count: number,
  prefix = randomUUID().slice(0, 8),
): Promise<{ readonly product: number; readonly ids: readonly number[] }> {
  const sizes = Math.ceil(count / 4);
  const { glaze, size, glazes, terms } = await inTransaction(shop.db, async (tx) => {
    const named = ['Glaze', 'Size'].map((name) => ({ name, productId: null }));
    const [glaze = 0, size = 0] = [...(await ensureAttributes(tx, named)).values()];
    const glazes = ['Celadon', 'Ash', 'Iron', 'Cobalt'].map((name) => ({ attributeId: glaze, name }));
    const named2 = Array.from({ length: sizes }, (_, index) => ({ attributeId: size, name: `Size ${index + 1}` }));
    const ids = [...(await ensureTerms(tx, [...glazes, ...named2])).values()];
    return { glaze, size, glazes: ids.slice(0, 4), terms: ids.slice(4) };
  });
  const saved = await saveTestProduct(shop, {
    ...{ name: 'Tide bowl', slug: `p-${randomUUID()}`, type: 'variable', status: 'published' },
    attributes: [
      { attributeId: glaze, terms: glazes, forVariations: true },
      { attributeId: size, terms, forVariations: true },
    ],
    variations: Array.from({ length: count }, (_, index) => ({
      ...{ sku: `${prefix}-${index}`, position: index, regularPrice: 1000 },
      stock: { isOwn: true, managed: true, onHand: 5 },
      terms: [
        { attributeId: glaze, termId: glazes[index % 4] ?? 0 },
        { attributeId: size, termId: terms[Math.floor(index / 4)] ?? 0 },
      ],
    })),
  });
  return { product: saved.id, ids: saved.variationIds };
}
