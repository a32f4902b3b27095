import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Shop } from '#platform/features/shop.ts';

/** The demo catalogue. A dynamic import keeps it out of other shops' memory. */
export async function readDemo() {
  const { catalogue } = await import('#demo/catalogue.ts');
  return { catalogue, mediaFolder: `${projectRoot}/demo/media` };
}

/** The generated catalogue for benchmarks. */
export async function readLargeDemo() {
  const { largeCatalogue } = await import('#demo/large/catalogue.ts');
  return largeCatalogue();
}

/** Loads the demo catalogue into a shop without products. */
export async function openDemo(shop: Shop): Promise<void> {
  const { catalogue, mediaFolder } = await readDemo();
  await loadDemoCatalogue(shop, catalogue, { mediaFolder });
}
