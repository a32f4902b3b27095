import type { CommandDefinition } from '#platform/cli/command.ts';
import { createProgressBar } from '#platform/cli/progress-bar.ts';
import { readCount } from '#platform/input/read-number.ts';
import { enqueueAllProducts, indexChanges } from './indexing.ts';
import { synonymCommands } from './synonyms/synonym-commands.ts';
import { deleteZeroResultSearches, listZeroResultSearches } from './zero-result-searches.ts';

const reindexCommand: CommandDefinition = {
  name: 'search reindex',
  summary: 'rebuild the search index',
  requires: 'search.write',
  run: async (shop, _input, output) => {
    const total = await enqueueAllProducts(shop.db);
    const bar = createProgressBar(output, 'products');
    const products = await indexChanges(shop, (done) => bar.show(done, total));
    bar.end();
    output.line(`${products} products were indexed.`);
    output.result({ products });
    return 0;
  },
};

const zeroResultCommand: CommandDefinition = {
  name: 'search zero-results',
  summary: 'searches without results',
  requires: 'search.read',
  options: [
    { flags: '--limit <number>', description: 'maximum number of searches; default: 50' },
    { flags: '--clear', description: 'delete them all' },
  ],
  run: async (shop, { options }, output) => {
    const limit = readCount(options.limit ?? '50');
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000) {
      output.warn('--limit: expected a whole number from 1 to 1000');
      return 2;
    }
    if (options.clear === true) {
      const deleted = await deleteZeroResultSearches(shop.db);
      output.line(`${deleted} searches were deleted.`);
      output.result({ deleted });
      return 0;
    }
    const found = await listZeroResultSearches(shop.db, limit);
    const formatDay = (date: Date) => date.toISOString().slice(0, 10);
    output.table(
      ['query', 'times', 'first', 'last'],
      found.map(({ query, times, firstAt, lastAt }) => [query, String(times), formatDay(firstAt), formatDay(lastAt)]),
    );
    if (found.length === 0) output.line('No searches without results.');
    output.result({ searches: found });
    return 0;
  },
};

export const searchCommands: readonly CommandDefinition[] = [reindexCommand, zeroResultCommand, ...synonymCommands];
