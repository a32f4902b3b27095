import { listPostcodeKeys, normalizeState } from '#features/addresses/index.ts';
import type { ApplicableRate, FindTaxRates, TaxAddress } from '#features/pricing/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { foldText } from '#platform/input/fold-text.ts';

interface FoundRate extends ApplicableRate {
  readonly index: number;
}

/**
 * Selects the first matching rate of each class and priority. The most specific rate comes first, as in the
 * e-commerce plugin: by country, state, postcode, city, then position.
 */
const buildRatesSql = (taxClassCondition: string) => `select exists (select from tax_rates) as "isByAddress", (
    select coalesce(json_agg(json_build_object('index', f.index, 'key', 'rate:' || f.id, 'name', f.name, 'taxClass', f.tax_class,
      'rate', (f.percent * 10000)::integer, 'isCompound', f.compound, 'appliesToShipping', f.applies_to_shipping)
      order by f.index, f.priority, f.position, f.id), '[]')
    from (
      select distinct on (a.index, r.tax_class, r.priority) a.index, r.*
      from jsonb_to_recordset($1) as a(index integer, country text, state text, city text, patterns text[], "values" text[])
      join tax_rates r on ${taxClassCondition} and r.country in ('', a.country) and r.state in ('', a.state)
        and (r.cities = '{}' or a.city = any(r.city_keys))
        and (r.postcodes = '{}' or r.postcodes && a.patterns or exists (
          select from unnest(r.postcodes) as p(range)
          cross join lateral (select split_part(p.range, '...', 1) as low, split_part(p.range, '...', 2) as high) as e
          cross join unnest(a."values") as v(value)
          where case when p.range not like '%...%' then false
            when p.range ~ '^[0-9]{1,15}[.]{3}[0-9]{1,15}$' then case when v.value ~ '^[0-9]{1,15}$'
              then length(v.value) >= length(e.high) and v.value::bigint between e.low::bigint and e.high::bigint end
            else length(v.value) = length(e.low) and (v.value collate "C") between e.low and e.high end))
      order by a.index, r.tax_class, r.priority, r.country = '', r.state = '', r.postcodes = '{}', r.cities = '{}', r.position, r.id
    ) f
  ) as rates`;

interface RatesRow {
  isByAddress: boolean;
  rates: FoundRate[];
}

const selectRates = sqlQuery<RatesRow>('taxes.find-rates', buildRatesSql('r.tax_class = any($2)'));

const selectRatesOfAllClasses = sqlQuery<RatesRow>('taxes.find-rates-of-all-classes', buildRatesSql('true'));

/** Finds the imported rates of tax classes at several addresses with one query. */
export const findImportedRates: FindTaxRates = async (_shop, db, { addresses, taxClasses }) => {
  const places = addresses.map(toPlace).map((place, index) => ({ ...place, index }));
  const values = [JSON.stringify(places)];
  const [row] = await (taxClasses === null
    ? selectRatesOfAllClasses(db, values)
    : selectRates(db, [...values, taxClasses]));
  const { rates, isByAddress } = row ?? { rates: [], isByAddress: false };
  const byAddress = addresses.map((_, position) =>
    rates.filter(({ index }) => index === position).map(({ index: _index, ...rate }) => rate),
  );
  return { byAddress, isByAddress };
};

/** Converts an address to the spelling that stored rates use. */
function toPlace({ country, state, postcode, city }: TaxAddress) {
  return {
    country,
    state: normalizeState(country, state).toUpperCase(),
    city: foldText(city),
    ...listPostcodeKeys(country, postcode),
  };
}
