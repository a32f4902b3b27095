import type { CommandDefinition } from '#platform/cli/command.ts';
import { countCompanions } from './count-companions.ts';

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

export const boughtTogetherCommands: readonly CommandDefinition[] = [countCommand];
