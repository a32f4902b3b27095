import { invalidateShownPrices } from '#features/pricing/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { printReport } from '#platform/csv/print-report.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { importRates } from './import-rates.ts';

const importRatesCommand: CommandDefinition = {
  name: 'import tax-rates',
  summary: 'import tax rates from a CSV export of the e-commerce plugin',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [{ flags: '--dry-run', description: 'report what would change without changing anything' }],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const problem = findFileProblem(file);
    if (problem !== null) {
      output.warn(problem);
      return 2;
    }
    const dryRun = options.dryRun === true;
    const onChange = (tx: Tx) => invalidateShownPrices(shop, tx);
    return printReport(output, await importRates(shop.db, file, { dryRun, onChange }), dryRun);
  },
};

export const taxes: Feature = { name: 'taxes', needs: ['pricing'], commands: [importRatesCommand] };
