import { invalidateShownPrices } from '#features/pricing/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { encodingOption, readEncodingOption } from '#platform/csv/encoding-option.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { printReport } from '#platform/csv/print-report.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { isCountry } from '#platform/texts/formats.ts';
import { warnOfMissingRates } from './check-rates.ts';
import { importRates } from './import-rates.ts';
import { listRates, removeRate, type StoredRate } from './rates.ts';

const importCommand: CommandDefinition = {
  name: 'import tax-rates',
  summary: 'import tax rates from a CSV export of the e-commerce plugin',
  requires: 'taxes.write',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [
    { flags: '--replace', description: 'remove the rates that the file does not contain' },
    { flags: '--dry-run', description: 'report what would change without changing anything' },
    encodingOption,
  ],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const problem = findFileProblem(file);
    if (problem !== null) return reportUsageError(output, problem);
    const encoding = readEncodingOption(options.encoding, output);
    if (encoding === null) return 2;
    const [replace, dryRun] = [options.replace === true, options.dryRun === true];
    const onChange = (tx: Tx) => invalidateShownPrices(shop, tx);
    const report = await importRates(shop.db, file, { replace, dryRun, encoding, onChange });
    const code = printReport(output, report, dryRun);
    if (report.removed.length > 0) printRates(output, report.removed);
    if (replace && report.skipped > 0) output.warn('No rates were removed, since rows were skipped.');
    else if (replace) output.line(`${dryRun ? 'Dry run: ' : ''}${report.removed.length} removed.`);
    if (!dryRun) await warnOfMissingRates(shop, shop.db, output);
    return code;
  },
};

const listCommand: CommandDefinition = {
  name: 'taxes list',
  summary: 'list tax rates, or those of a country or a tax class',
  requires: 'taxes.read',
  options: [
    { flags: '--country <code>', description: 'only of this country, such as IE' },
    { flags: '--class <class>', description: 'only of this tax class, such as standard or reduced-rate' },
  ],
  run: async (shop, { options }, output) => {
    const country = typeof options.country === 'string' ? options.country.toUpperCase() : undefined;
    const taxClass = typeof options.class === 'string' ? options.class : undefined;
    if (country !== undefined && !isCountry(country))
      return reportUsageError(output, `--country: '${country}' is no code of a country, such as IE`);
    const rates = await listRates(shop.db, { country, taxClass });
    if (rates.length > 0) printRates(output, rates);
    else output.line('No tax rates.');
    output.result(rates);
    return 0;
  },
};

const removeCommand: CommandDefinition = {
  name: 'taxes remove',
  summary: 'remove a tax rate; orders keep their taxes',
  requires: 'taxes.write',
  arguments: [{ name: '<id>', description: 'id of the rate in the list' }],
  run: async (shop, { arguments: [id = ''] }, output) => {
    const removed = await inTransaction(shop.db, async (tx) => {
      const rate = /^\d{1,9}$/.test(id) ? await removeRate(tx, Number(id)) : null;
      if (rate) await invalidateShownPrices(shop, tx);
      return rate;
    });
    if (!removed) {
      output.warn(`There is no tax rate ${id}. List them with 'shop taxes list'.`);
      output.result({ ok: false, code: 'TAX_RATE_NOT_FOUND', id });
      return 1;
    }
    printRates(output, [removed]);
    output.line('1 removed.');
    await warnOfMissingRates(shop, shop.db, output);
    output.result({ ok: true, removed });
    return 0;
  },
};

function printRates(output: CliOutput, rates: readonly StoredRate[]): void {
  output.table(
    ['id', 'class', 'country', 'state', 'postcodes', 'cities', 'rate', 'name', 'priority', 'applies'],
    rates.map((rate) => [
      ...[String(rate.id), rate.taxClass, rate.country || 'all', rate.state || 'all'],
      ...[formatPlaces(rate.postcodes), formatPlaces(rate.cities), `${rate.percent} %`, rate.name],
      ...[String(rate.priority), describeUse(rate)],
    ]),
  );
}

const maxShownPlaces = 5;

function formatPlaces(places: readonly string[]): string {
  const more = places.length > maxShownPlaces ? ` and ${places.length - maxShownPlaces} more` : '';
  return places.length === 0 ? 'all' : `${places.slice(0, maxShownPlaces).join('; ')}${more}`;
}

function describeUse({ compound, appliesToShipping }: StoredRate): string {
  return `${appliesToShipping ? 'also to shipping' : 'not to shipping'}${compound ? ', compound' : ''}`;
}

function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

export const taxCommands: readonly CommandDefinition[] = [importCommand, listCommand, removeCommand];
