import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ensureAttributes, ensureTerms, type ProductInput, type VariationInput } from '#features/catalog/index.ts';
import { saveProduct } from '#features/catalog/products/save/save-product.ts';
import { type Database, type Db, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

type SavedProductInput = ProductInput & { readonly variations?: readonly VariationInput[] };

/** Saves a product; throws when it is invalid. @returns its id and those of its variations */
export async function saveTestProduct(
  shop: Shop,
  input: SavedProductInput,
): Promise<{ id: number; variationIds: readonly number[] }> {
  const saved = await inTransaction(shop.db, (tx) => saveProduct(shop, tx, input));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problems));
  return saved;
}

interface TestProduct extends Pick<ProductInput, 'name' | 'soldIndividually' | 'type' | 'status'> {
  /** Minor units. */
  readonly price?: number;
  /** Quantity on hand; null: stock is not managed. */
  readonly stock?: number | null;
  readonly backorders?: 'no' | 'notify';
  readonly virtual?: boolean;
}

/** Saves a product that can be bought. @returns its id, which is also that of its master variation */
export async function addProduct(
  shop: Shop,
  { price = 1000, stock = null, backorders = 'no', virtual = false, ...product }: TestProduct = {},
): Promise<number> {
  const master = { regularPrice: price, virtual, stock: toStock(stock, backorders) };
  // Products of one name that are saved at once would get the same slug.
  const slug = `p-${randomUUID()}`;
  return (await saveTestProduct(shop, { name: 'Tide bowl', slug, status: 'published', ...product, master })).id;
}

const toStock = (stock: number | null, backorders: 'no' | 'notify' = 'no') => ({
  ...{ isOwn: true, managed: stock !== null, backorders },
  ...(stock === null ? {} : { onHand: stock }),
});

/** Saves a bowl with two variations that can be bought: small in celadon, large in any glaze. */
export async function addBowl(
  shop: Shop,
  stock: number | null = null,
): Promise<{ product: number; small: number; large: number }> {
  const { glaze, size, terms } = await inTransaction(shop.db, async (tx) => {
    const names = ['glaze', 'size'].map((name) => ({ name, productId: null }));
    const [glaze = 0, size = 0] = [...(await ensureAttributes(tx, names)).values()];
    const ids = await ensureTerms(tx, [
      ...['celadon', 'ash'].map((name) => ({ attributeId: glaze, name })),
      ...['small', 'large'].map((name) => ({ attributeId: size, name })),
    ]);
    return { glaze, size, terms: [...ids.values()] };
  });
  const [celadon = 0, ash = 0, small = 0, large = 0] = terms;
  const variation = (regularPrice: number, sizeTerm: number, glazeTerm: number | null) => ({
    ...{ regularPrice, stock: toStock(stock) },
    terms: [
      { attributeId: size, termId: sizeTerm },
      { attributeId: glaze, termId: glazeTerm },
    ],
  });
  const saved = await saveTestProduct(shop, {
    ...{ name: 'Tide bowl', slug: `p-${randomUUID()}`, type: 'variable', status: 'published' },
    attributes: [
      { attributeId: glaze, terms: [celadon, ash], forVariations: true },
      { attributeId: size, terms: [small, large], forVariations: true },
    ],
    variations: [variation(1000, small, celadon), variation(3000, large, null)],
  });
  const [smallBowl = 0, largeBowl = 0] = saved.variationIds;
  return { product: saved.id, small: smallBowl, large: largeBowl };
}

export async function readOnHand(db: Db, variationId: number): Promise<number> {
  const { rows } = await db.execute<{ on_hand: number }>(
    sql`select on_hand from stock_levels where variation_id = ${variationId}`,
  );
  return rows[0]?.on_hand ?? Number.NaN;
}

/** Stores an image with its file, for pages that a browser opens. @returns its id */
export async function storeTestImage({ db, media }: Shop, name: string, background: string): Promise<number> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background } })
    .png()
    .toBuffer();
  const stored = await media.store(db, { bytes, name: `${name}.png`, alt: name });
  if (!stored.ok) throw new Error(JSON.stringify(stored));
  return stored.id;
}

/** Adds an image that has a row but no file: no browser may ask for it. @returns its id */
export async function addTestMedia({ pool }: Database, name: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into platform.media (sha256, key, mime, width, height, bytes, color, alt)
    values (encode(sha256($1), 'hex'), $2, 'image/jpeg', 800, 600, 10, '#aabbcc', $2) returning id`,
    [Buffer.from(name), name],
  );
  return rows[0]?.id ?? 0;
}
