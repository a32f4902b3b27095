import { pricingSettings } from '#features/pricing/index.ts';
import { type Finding, formatFinding, type ShopCheck } from '#platform/checks/checks.ts';
import type { CliOutput } from '#platform/cli/command.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { taxesPath } from './admin/paths.ts';

const selectWithoutRates = sqlQuery<{ country: string }>(
  'taxes.find-countries-without-rates',
  `select c.country from unnest($1::text[]) with ordinality as c(country, position)
  where not exists (select from tax_rates where country = c.country)
    and not exists (select from tax_rates where country = '') order by c.position`,
);

/** Lists the countries that the shop sells to and charges tax in, but that have no rate. */
export async function findCountriesWithoutRates(
  { settings, choices }: Pick<Shop, 'settings' | 'choices'>,
  db: Db,
): Promise<string[]> {
  const { charged, untaxedCountries } = settings(pricingSettings).taxes;
  const taxed = charged ? choices.countries.filter((country) => !untaxedCountries.includes(country)) : [];
  return taxed.length === 0 ? [] : (await selectWithoutRates(db, [taxed])).map(({ country }) => country);
}

const selectClassesWithoutRates = sqlQuery<{ country: string; taxClass: string }>(
  'taxes.find-classes-without-rates',
  `select c.country, used.tax_class as "taxClass" from unnest($1::text[]) with ordinality as c(country, position)
  cross join (select distinct effective_tax_class as tax_class from product_offers where effective_tax_class is not null) as used
  where exists (select from tax_rates where country = c.country)
    and not exists (select from tax_rates r where r.country in ('', c.country) and r.tax_class = used.tax_class)
  order by c.position, used.tax_class`,
);

/** Reports the countries to which orders are sent without tax although nobody has configured this. */
export const checkTaxRates: ShopCheck = async (shop, { isForOperator }) => {
  const finding = await checkRates(shop, shop.db, isForOperator);
  // Skip this check on the start page of the back office: the query reads the tax classes of all products.
  const isCharged = shop.settings(pricingSettings).taxes.charged;
  const missing = isForOperator && isCharged ? await selectClassesWithoutRates(shop.db, [shop.choices.countries]) : [];
  const classes = missing.map(
    ({ country, taxClass }): Finding => ({
      what: 'Tax rates',
      state: 'warning',
      text: `products of the class ${taxClass} are sold without tax in ${getCountryName(country, 'en')} (${country})`,
      action: 'Import a rate of this class, of 0 % where none is due',
      about: 'pricing',
    }),
  );
  return finding.state === 'ok' && classes.length > 0 ? classes : [finding, ...classes];
};

async function checkRates(shop: Pick<Shop, 'settings' | 'choices'>, db: Db, isForOperator: boolean): Promise<Finding> {
  const finding = { what: 'Tax rates', about: 'pricing', path: taxesPath };
  if (!shop.settings(pricingSettings).taxes.charged) {
    return { ...finding, state: 'ok', text: 'the shop charges no tax (pricing.taxes.charged)' };
  }
  const missing = await findCountriesWithoutRates(shop, db);
  if (missing.length === 0) return { ...finding, state: 'ok', text: 'there are rates for every country' };
  const isAll = missing.length === shop.choices.countries.length;
  const names = missing.map((country) => `${getCountryName(country, 'en')} (${country})`).join(', ');
  const text = isAll
    ? 'there are none, so no tax is charged at all'
    : `no tax is charged in ${names}: there is no rate`;
  // Include the current countries: the command replaces the whole list.
  const untaxed = [...shop.settings(pricingSettings).taxes.untaxedCountries, ...missing];
  const settings = isAll
    ? 'pricing.taxes.charged false'
    : `pricing.taxes.untaxedCountries '${JSON.stringify(untaxed)}'`;
  const way = isForOperator
    ? {
        action: 'Add rates, or say that no tax is due by a command on the server',
        commands: [`settings set ${settings}`],
      }
    : { action: 'Add rates, or say in the settings “Prices and taxes” that no tax is due' };
  return { ...finding, state: 'warning', text, ...way };
}

export async function warnOfMissingRates(shop: Shop, db: Db, output: CliOutput): Promise<void> {
  const finding = await checkRates(shop, db, true);
  if (finding.state !== 'ok') output.warn(formatFinding(finding));
}
