import type { CommandDefinition } from '#platform/cli/command.ts';
import { encodingOption, readEncodingOption } from '#platform/csv/encoding-option.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { printReport } from '#platform/csv/print-report.ts';
import { importCoupons } from './import-coupons.ts';

const importCommand: CommandDefinition = {
  name: 'coupons import',
  summary: 'import coupons from a CSV file',
  requires: 'promotions.write',
  arguments: [{ name: '<file>', description: 'CSV file; docs/promotions.md lists its columns' }],
  options: [
    { flags: '--dry-run', description: 'report what would be created without creating anything' },
    encodingOption,
  ],
  run: async (shop, { arguments: [file = ''], options: { dryRun, ...options } }, output) => {
    const problem = findFileProblem(file);
    if (problem !== null) {
      output.warn(problem);
      return 2;
    }
    const encoding = readEncodingOption(options.encoding, output);
    if (encoding === null) return 2;
    const report = await importCoupons(shop, file, { dryRun: dryRun === true, encoding });
    return printReport(output, report, dryRun === true);
  },
};

export const couponCommands: readonly CommandDefinition[] = [importCommand];
