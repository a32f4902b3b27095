import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Uses a dynamic import so that the demo catalogue takes no memory in other shops. */
export async function readDemoCatalogue() {
  const { catalogue } = await import('#demo/catalogue.ts');
  return { catalogue, mediaFolder: `${projectRoot}/demo/media`, filesFolder: `${projectRoot}/demo/files` };
}

/**
 * Generates the catalogue for benchmarks.
 * @param products default 10,000
 */
export async function readGeneratedCatalogue(products: number | undefined) {
  const { generateCatalogue } = await import('#demo/generated/catalogue.ts');
  return generateCatalogue({ products });
}

/** Does nothing in a shop that has products. */
export async function loadDemo(shop: Shop): Promise<void> {
  const { catalogue, ...folders } = await readDemoCatalogue();
  await loadDemoCatalogue(shop, catalogue, folders);
}
