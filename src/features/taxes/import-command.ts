import type { CommandDefinition } from '#platform/cli/command.ts';
import { sayReport } from '#platform/csv/say-report.ts';
import { unreadableFile } from '#platform/csv/unreadable.ts';
import { importRates } from './import-rates.ts';

export const importRatesCommand: CommandDefinition = {
  name: 'import tax-rates',
  summary: 'import tax rates from a CSV export of the e-commerce plugin',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [{ flags: '--dry-run', description: 'report what would change without changing anything' }],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const wrong = unreadableFile(file);
    if (wrong !== null) {
      output.warn(wrong);
      return 2;
    }
    const dryRun = options.dryRun === true;
    return sayReport(output, await importRates(shop.db, file, { dryRun }), dryRun);
  },
};
