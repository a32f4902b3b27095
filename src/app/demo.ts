import { loadDemo } from '#demo/loaders/demo-loader.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Shop } from '#platform/features/shop.ts';

/** The demo shop's catalogue, read only where it is wanted. */
export async function readDemo() {
  const { catalogue } = await import('#demo/catalogue.ts');
  return { catalogue, mediaFolder: `${projectRoot}/demo/media` };
}

/** The catalogue to measure with. */
export async function readLargeDemo() {
  const { largeCatalogue } = await import('#demo/large/catalogue.ts');
  return largeCatalogue();
}

/** Fills an empty shop; does nothing to one that has products. */
export async function openDemo(shop: Shop): Promise<void> {
  const { catalogue, mediaFolder } = await readDemo();
  await loadDemo(shop, catalogue, { mediaFolder });
}
