import type { CommandDefinition } from '#platform/cli/command.ts';
import type { Feature } from '#platform/features/feature.ts';
import { countCompanions, countCompanionsJob } from './count-companions.ts';
import { boughtTogetherSettings } from './settings.ts';
import { boughtTogetherTexts } from './texts.ts';

const countCommand: CommandDefinition = {
  name: 'bought-together count',
  summary: 'count again which products are bought together',
  requires: 'products.write',
  run: async (shop, _input, output) => {
    const { products, changed } = await countCompanions(shop);
    output.line(`${products} products were counted, ${changed} of them have other companions now.`);
    output.result({ products, changed });
    return 0;
  },
};

const boughtTogetherCommands: readonly CommandDefinition[] = [countCommand];

export const boughtTogether: Feature = {
  name: 'bought-together',
  needs: ['cart', 'catalog', 'listing', 'orders', 'pricing', 'product-form'],
  jobs: [countCompanionsJob],
  settings: [boughtTogetherSettings],
  texts: [boughtTogetherTexts],
  commands: boughtTogetherCommands,
};
