import type { CommandDefinition } from '#platform/cli/command.ts';
import { printReport } from '#platform/csv/print-report.ts';
import { findFileProblem } from '#platform/csv/readable-file.ts';
import { importRates } from './import-rates.ts';

export const importRatesCommand: CommandDefinition = {
  name: 'import tax-rates',
  summary: 'import tax rates from a CSV export of the e-commerce plugin',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [{ flags: '--dry-run', description: 'report what would change without changing anything' }],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const wrong = findFileProblem(file);
    if (wrong !== null) {
      output.warn(wrong);
      return 2;
    }
    const dryRun = options.dryRun === true;
    return printReport(output, await importRates(shop.db, file, { dryRun }), dryRun);
  },
};
