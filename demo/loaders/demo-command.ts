import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { createProgressBar } from '#platform/cli/progress-bar.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { DemoCatalogue } from './demo-catalogue.ts';
import { loadDemoCatalogue } from './demo-catalogue-loader.ts';
import type { GeneratedCatalogue } from './generated-catalogue.ts';
import { loadGeneratedCatalogue } from './generated-catalogue-loader.ts';

/** Readers of the catalogues; each is read only when needed. */
export interface DemoSources {
  readonly readDemoCatalogue: () => Promise<{
    readonly catalogue: DemoCatalogue;
    readonly mediaFolder: string;
    readonly filesFolder?: string;
  }>;
  /** @param products default 10,000 */
  readonly readGeneratedCatalogue: (products: number | undefined) => Promise<GeneratedCatalogue>;
}

/** The generated catalogue is in memory at once, about 5 kB a product. */
const maxProducts = 200_000;

export function createDemoCommand(sources: DemoSources): CommandDefinition {
  return {
    name: 'demo',
    summary: 'fill an empty shop with the demo catalogue',
    requires: 'products.write',
    options: [
      { flags: '--generated', description: 'add generated products without images instead, for performance tests' },
      { flags: '--products <number>', description: 'with --generated: how many, up to 200000; default: 10000' },
      { flags: '--force', description: 'with --generated: add them even if the shop has its own products' },
    ],
    run: async (shop, { options }, output) => {
      if (options.generated !== true) return addDemoCatalogue(shop, sources, output);
      const products = options.products === undefined ? undefined : Number(options.products);
      if (products !== undefined && !(Number.isSafeInteger(products) && products >= 1 && products <= maxProducts)) {
        output.warn(`--products: expected a whole number from 1 to ${maxProducts}`);
        return 2;
      }
      return addGeneratedCatalogue(shop, sources, { force: options.force === true, products }, output);
    },
  };
}

async function addDemoCatalogue(shop: Shop, { readDemoCatalogue }: DemoSources, output: CliOutput): Promise<number> {
  const { catalogue, ...folders } = await readDemoCatalogue();
  const bar = createProgressBar(output, 'pictures');
  const result = await loadDemoCatalogue(shop, catalogue, { ...folders, onProgress: bar.show });
  bar.end();
  output.result(result);
  output.line(
    result.loaded ? `${result.products} products were added.` : 'The shop already has products, so nothing was added.',
  );
  return 0;
}

async function addGeneratedCatalogue(
  shop: Shop,
  sources: DemoSources,
  { force, products }: { readonly force: boolean; readonly products: number | undefined },
  output: CliOutput,
): Promise<number> {
  const { catalogue } = await sources.readDemoCatalogue();
  const demoSlugs = catalogue.products.map(({ slug }) => slug);
  const bar = createProgressBar(output, 'products');
  const result = await loadGeneratedCatalogue(shop, await sources.readGeneratedCatalogue(products), {
    demoSlugs,
    force,
    onProgress: bar.show,
  });
  bar.end();
  output.result(result);
  if (!result.ok) {
    output.warn(
      `The shop has ${result.products} products of its own and the generated catalogue can't be removed again, so nothing was added. Pass --force to add it anyway.`,
    );
    return 1;
  }
  output.line(
    result.loaded
      ? `${result.products} products with ${result.variations} variations were added.`
      : 'The shop already has the generated catalogue, so nothing was added.',
  );
  return 0;
}
