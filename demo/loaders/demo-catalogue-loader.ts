import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  categoriesCacheTag,
  createAttributes,
  createCategory,
  ensureTags,
  findProductIdsBySlug,
  hasProducts,
  saveProducts,
  saveVariations,
  type VariationInput,
} from '#features/catalog/index.ts';
import { type AddedComment, addComments } from '#features/comments/index.ts';
import { addFile } from '#features/downloads/index.ts';
import { addWaitingAlerts } from '#features/stock-alerts/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { DemoCatalogue, DemoImage } from './demo-catalogue.ts';
import { addDemoJournal } from './demo-journal.ts';
import { type NamedIds, requireId, requireSavedId, toProductInput, toVariationInput } from './demo-records.ts';
import { nameTermsByDate, toEventFields } from './event-dates.ts';

export interface DemoCatalogueOptions {
  /** Folder of the images. */
  readonly mediaFolder: string;
  /** Folder of the files that products have as downloads. Default: they are not stored. */
  readonly filesFolder?: string | undefined;
  /** Called after each image and at the end. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export type DemoCatalogueResult =
  | { readonly loaded: false }
  | { readonly loaded: true; readonly products: number; readonly variations: number; readonly images: number };

/**
 * Loads the demo catalogue in one transaction, unless the shop has products.
 * @throws Error that names what is wrong in the catalogue; nothing is loaded then
 */
export async function loadDemoCatalogue(
  shop: Shop,
  catalogue: DemoCatalogue,
  options: DemoCatalogueOptions,
): Promise<DemoCatalogueResult> {
  const result = await inTransaction(shop.db, async (tx): Promise<DemoCatalogueResult> => {
    await tx.execute("select pg_advisory_xact_lock(hashtext('catalog demo'))");
    if (await hasProducts(tx)) return { loaded: false };
    const images = await storeImages(shop, tx, catalogue, options);
    await storeFiles(shop, catalogue, options);
    const namedIds = await addNamedRecords(tx, shop.choices.locale, catalogue, images, {
      now: shop.clock.now(),
      locale: shop.choices.locale,
    });
    const saved = await addProducts(shop, tx, catalogue, namedIds);
    await addReviews(shop, tx, catalogue);
    await addWaiting(shop, tx, catalogue);
    await shop.pages.invalidate(tx, [categoriesCacheTag]);
    options.onProgress?.(images.size, images.size);
    return { loaded: true, ...saved, images: images.size };
  });
  // Its importer has a transaction of its own: it may fetch pictures before.
  if (result.loaded && catalogue.journal) await addDemoJournal(shop, catalogue.journal);
  return result;
}

async function storeImages(
  shop: Shop,
  tx: Tx,
  { categories, products }: DemoCatalogue,
  { mediaFolder, onProgress }: DemoCatalogueOptions,
): Promise<Map<string, number>> {
  const shown: DemoImage[] = [
    ...categories.flatMap(({ image }) => image ?? []),
    ...products.flatMap((product) => [...product.images, ...product.variations.flatMap(({ image }) => image ?? [])]),
  ];
  const wanted = new Map(shown.map((image) => [image.file, image]));
  const ids = new Map<string, number>();
  const existingSizes = (name: string) => readFile(join(mediaFolder, 'sized', name)).catch(() => null);
  for (const { file, alt } of wanted.values()) {
    const bytes = await readFile(join(mediaFolder, file));
    const stored = await shop.media.store(tx, { bytes, name: file, alt, existingSizes });
    if (!stored.ok) throw new Error(`${file} can't be stored: ${stored.code}`);
    ids.set(file, stored.id);
    onProgress?.(ids.size, wanted.size);
  }
  return ids;
}

async function storeFiles(
  { files: store }: Shop,
  { products }: DemoCatalogue,
  { filesFolder }: DemoCatalogueOptions,
): Promise<void> {
  if (filesFolder === undefined) return;
  const files = new Set(products.flatMap(({ downloads }) => downloads.map(({ file }) => file)));
  for (const file of files) await addFile(store, join(filesFolder, file), true);
}

async function addNamedRecords(
  tx: Tx,
  locale: string,
  catalogue: DemoCatalogue,
  images: ReadonlyMap<string, number>,
  naming: Parameters<typeof nameTermsByDate>[1],
): Promise<NamedIds> {
  const categoryIds = new Map<string, number>();
  for (const [position, { slug, name, description, parent, image }] of catalogue.categories.entries()) {
    const parentId = parent === null ? null : categoryIds.get(parent);
    if (parentId === undefined) throw new Error(`category ${slug} comes before its parent ${parent}`);
    const id = await createCategory(tx, {
      locale,
      slug,
      name,
      description: toParagraph(description),
      parentId,
      imageId: images.get(image?.file ?? '') ?? null,
      position,
    });
    categoryIds.set(slug, id);
  }
  const { attributes, terms } = await createAttributes(
    tx,
    nameTermsByDate(catalogue, naming).map(({ slug, name, display, terms }) => ({
      slug,
      name,
      kind: display === 'swatch' ? 'swatch' : 'select',
      terms: terms.map(({ slug, name, swatch, description = '' }) => ({
        slug,
        name,
        description,
        swatch: swatch?.toLowerCase() ?? null,
      })),
    })),
  );
  return {
    categories: categoryIds,
    attributes,
    terms,
    tags: await ensureTags(
      tx,
      catalogue.products.flatMap((product) => product.tags),
    ),
    images,
  };
}

/** Those of products that the catalogue has. */
async function addReviews(shop: Shop, tx: Tx, { reviews = [] }: DemoCatalogue): Promise<void> {
  const ids = await findProductIdsBySlug(tx, shop.choices.locale, [...new Set(reviews.map(({ product }) => product))]);
  for (const [slug, productId] of ids) {
    const own = reviews.filter(({ product }) => product === slug);
    const comments = own.flatMap(
      ({ author, stars, title, body, daysAgo, isVerified = false, reply }, index): AddedComment[] => {
        const [key, writtenAt] = [`${slug} ${index}`, new Date(shop.clock.now().getTime() - daysAgo * dayMs)];
        const answer = { key: `${key} reply`, parentKey: key, author: shop.choices.name, isFromShop: true };
        const written = { key, author, stars, title, body, isVerified, writtenAt };
        return reply === undefined ? [written] : [written, { ...answer, body: reply, writtenAt }];
      },
    );
    await addComments(shop, tx, { productId, source: 'demo', comments });
  }
}

async function addWaiting(shop: Shop, tx: Tx, { waiting = [] }: DemoCatalogue): Promise<void> {
  const slugs = [...new Set(waiting.map(({ product }) => product))];
  const ids = await findProductIdsBySlug(tx, shop.choices.locale, slugs);
  const alerts = waiting.flatMap(({ product, name, email, daysAgo }) => {
    const productId = ids.get(product);
    const since = new Date(shop.clock.now().getTime() - daysAgo * dayMs);
    return productId === undefined ? [] : [{ productId, name, email, since }];
  });
  await addWaitingAlerts(shop, tx, alerts);
}

const dayMs = 24 * 60 * 60 * 1000;

const noSale = { salePrice: null, saleFrom: null, saleTo: null };

/** Regular prices apply for two months before the sales, so that sales have a prior price. */
async function addProducts(
  shop: Shop,
  tx: Tx,
  catalogue: DemoCatalogue,
  namedIds: NamedIds,
): Promise<{ products: number; variations: number }> {
  const list = catalogue.products;
  const now = shop.clock.now();
  const earlier: Shop = { ...shop, clock: { ...shop.clock, now: () => new Date(now.getTime() - 60 * dayMs) } };
  const inputs = list.map((product, position) => toProductInput(product, position, catalogue.currency, namedIds));
  const beforeSales = inputs.map((input) => ({ ...input, publishedAt: now, master: { ...input.master, ...noSale } }));
  const saved = await saveProducts(earlier, tx, beforeSales, 'demo');
  const ids = new Map(list.map(({ slug }, index) => [slug, requireSavedId(saved[index], `product ${slug}`)]));
  const idsOf = (slugs: readonly string[]) => slugs.map((slug) => requireId(ids, slug, 'product'));
  const links = list.map(({ slug, upsells, crossSells, grouped }, index) => ({
    id: ids.get(slug),
    master: pickSale(inputs[index]?.master ?? {}),
    upsells: idsOf(upsells),
    crossSells: idsOf(crossSells),
    grouped: idsOf(grouped),
  }));
  const linked = await saveProducts(shop, tx, links, 'demo');
  for (const [index, result] of linked.entries()) requireSavedId(result, `the links of ${list[index]?.slug}`);
  const variations = list.flatMap((product) =>
    product.variations.map((variation, position) => ({
      ...toVariationInput(variation, ids.get(product.slug) ?? 0, position, catalogue.currency, namedIds),
      ...toEventFields(variation.event, now),
      virtual: product.virtual,
    })),
  );
  const varied = await saveVariations(
    earlier,
    tx,
    variations.map((variation) => ({ ...variation, ...noSale })),
    'demo',
  );
  const sales = variations.flatMap((variation, index) => {
    const id = requireSavedId(varied[index], `variation ${variation.sku}`);
    return variation.salePrice ? { id, productId: variation.productId, ...pickSale(variation) } : [];
  });
  for (const result of await saveVariations(shop, tx, sales, 'demo')) requireSavedId(result, 'the sale of a variation');
  return { products: list.length, variations: variations.length };
}

const pickSale = ({ salePrice, saleFrom, saleTo }: VariationInput) => ({ salePrice, saleFrom, saleTo });

function toParagraph(text: string): string {
  return text === '' ? '' : `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;
}
