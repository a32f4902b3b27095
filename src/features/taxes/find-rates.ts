import type { ApplicableRate, FindTaxRates, TaxAddress } from '#features/pricing/index.ts';
import { sqlQuery } from '#platform/database/database.ts';

interface FoundRate extends ApplicableRate {
  readonly index: number;
}

/**
 * Of each class and priority the first rate that matches, the most specific first, as in the
 * e-commerce plugin: by country, state, postcode, city, then position.
 */
const buildRatesSql = (taxClassCondition: string) => `select exists (select from tax_rates) as "isByAddress", (
    select coalesce(json_agg(json_build_object('index', f.index, 'key', 'rate:' || f.id, 'name', f.name, 'taxClass', f.tax_class,
      'rate', (f.percent * 10000)::integer, 'isCompound', f.compound, 'appliesToShipping', f.applies_to_shipping)
      order by f.index, f.priority, f.position, f.id), '[]')
    from (
      select distinct on (a.index, r.tax_class, r.priority) a.index, r.*
      from jsonb_to_recordset($1) as a(index integer, country text, state text, city text, postcodes text[], "postcodeNumber" bigint)
      join tax_rates r on ${taxClassCondition} and r.country in ('', a.country) and r.state in ('', a.state)
        and (r.cities = '{}' or a.city = any(r.cities))
        and (r.postcodes = '{}' or string_to_array(translate(array_to_string(r.postcodes, ';'), ' -', ''), ';') && a.postcodes
          or exists (select from unnest(r.postcodes) as p(range) where case when p.range like '%...%'
            then a."postcodeNumber" between split_part(p.range, '...', 1)::bigint and split_part(p.range, '...', 2)::bigint end))
      order by a.index, r.tax_class, r.priority, r.country = '', r.state = '', r.postcodes = '{}', r.cities = '{}', r.position, r.id
    ) f
  ) as rates`;

interface RatesRow {
  isByAddress: boolean;
  rates: FoundRate[];
}

const selectRates = sqlQuery<RatesRow>('taxes.find-rates', buildRatesSql('r.tax_class = any($2)'));

const selectRatesOfAllClasses = sqlQuery<RatesRow>('taxes.find-rates-of-all-classes', buildRatesSql('true'));

/** Finds the imported rates of tax classes at addresses. One query. */
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

/** A form that is not validated yet may have longer ones, and each letter makes a pattern. */
const maxPostcodeLength = 20;

/** An address in the spelling of the rates, with all postcode patterns that match it. */
function toPlace({ country, state, postcode, city }: TaxAddress) {
  const compact = postcode.toUpperCase().replace(/[\s-]/g, '').slice(0, maxPostcodeLength);
  // Rates name the five digits of a ZIP+4 code.
  const code = country === 'US' ? compact.slice(0, 5) : compact;
  const prefixes = Array.from(code, (_, index) => `${code.slice(0, index + 1)}*`);
  return {
    country,
    state: state.trim().toUpperCase(),
    city: city.trim().replace(/\s+/g, ' ').toUpperCase(),
    postcodes: code === '' ? [] : [code, ...prefixes],
    postcodeNumber: /^\d{1,12}$/.test(code) ? Number(code) : null,
  };
}
