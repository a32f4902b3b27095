import { invalidateShownPrices, pricingSettings } from '#features/pricing/index.ts';
import { recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { upsertRates } from '../import-rates.ts';
import { listRates, removeRate, type StoredRate } from '../rates.ts';
import { findOfferedPercent } from './offered-rates.ts';

const rateSubject = 'tax-rate';

/** A rate from the bundled package that differs from the shop's rates. */
export interface RateOffer {
  readonly country: string;
  readonly percent: number;
  /**
   * The shop's rate for the same country and class, which the offer would replace. Null when the offer would be
   * added.
   */
  readonly stored: StoredRate | null;
  /**
   * Priority of the rates that are charged in the country. A rate of another priority would be charged in addition.
   */
  readonly priority: number;
  /** Whether parts of the country, or all countries together, have rates. */
  readonly hasOthers: boolean;
}

const standardClass = 'standard';

const isOfWholeCountry = ({ state, postcodes, cities }: StoredRate) =>
  state === '' && postcodes.length + cities.length === 0;

/**
 * Compares the rates of the countries that the shop sells to with the offered rates, without changing any. Offers
 * nothing where rates of several priorities add up: nobody can tell which of them is the standard rate.
 */
export async function findOffers(shop: Shop, db: Db): Promise<RateOffer[]> {
  const { charged, untaxedCountries } = shop.settings(pricingSettings).taxes;
  if (!charged) return [];
  const stored = await listRates(db, { taxClass: standardClass });
  const at = shop.clock.now();
  return shop.choices.countries
    .filter((country) => !untaxedCountries.includes(country))
    .flatMap((country) => {
      const percent = findOfferedPercent(country, at);
      const applied = stored.filter((rate) => ['', country].includes(rate.country));
      const [priority = 1, ...others] = new Set(applied.map((rate) => rate.priority));
      const own = applied.find((rate) => rate.country === country && isOfWholeCountry(rate)) ?? null;
      if (percent === null || own?.percent === percent || others.length > 0) return [];
      return [{ country, percent, stored: own, priority, hasOthers: own === null && applied.length > 0 }];
    });
}

/**
 * Writes an offer as the value of a form field. The key contains the rates, so that the shop adds only what staff
 * saw.
 */
export const toOfferKey = ({ country, percent, stored }: RateOffer): string =>
  [country, percent, stored?.percent ?? 'new'].join(':');

/**
 * Blocks concurrent imports until the transaction ends, so that an offer replaces the rate that was read. Reads don't
 * wait.
 */
const lockRates = sqlQuery('taxes.lock-rates', 'lock table tax_rates in share row exclusive mode');

export type AddResult = { readonly ok: true; readonly count: number } | Refusal<'OFFERS_CHANGED'>;

/**
 * Adds all chosen offers, or none when one of them has changed.
 * @param chosen keys of offers that were shown
 */
export async function addOffers(shop: Shop, chosen: readonly string[], name: string, by: Actor): Promise<AddResult> {
  return inTransaction(shop.db, async (tx) => {
    await lockRates(tx, []);
    const offers = (await findOffers(shop, tx)).filter((offer) => chosen.includes(toOfferKey(offer)));
    if (offers.length < new Set(chosen).size) return { ok: false, code: 'OFFERS_CHANGED' };
    const rates = offers.map(({ country, percent, stored, priority }) => ({
      ...{ taxClass: standardClass, country, state: '', postcodes: [], cities: [], cityKeys: [], percent },
      ...{ name: stored?.name ?? name, priority, compound: stored?.compound ?? false },
      ...{ appliesToShipping: stored?.appliesToShipping ?? true, position: stored?.position ?? 0 },
    }));
    await upsertRates(tx, [JSON.stringify(rates)]);
    const saved = await listRates(tx, { taxClass: standardClass });
    for (const { country, percent, stored } of offers) {
      const id = saved.find((rate) => isOfWholeCountry(rate) && rate.country === country)?.id ?? 0;
      await recordAudit(tx, toAuditActor(by), {
        subject: { kind: rateSubject, id: String(id), label: `${name} ${country}` },
        action: 'taxes.add-offered-rates',
        before: stored ? { percent: stored.percent } : null,
        after: { percent },
      });
    }
    if (offers.length > 0) await invalidateShownPrices(shop, tx);
    return { ok: true, count: offers.length };
  });
}

/** Removes a rate. Orders keep the taxes with which they were placed. */
export async function removeStoredRate(shop: Shop, id: number, by: Actor) {
  return inTransaction(shop.db, async (tx) => {
    const rate = await removeRate(tx, id);
    if (!rate) return { ok: false, code: 'TAX_RATE_NOT_FOUND' } as const;
    const { name, country, percent, taxClass } = rate;
    await recordAudit(tx, toAuditActor(by), {
      subject: { kind: rateSubject, id: String(id), label: `${name} ${country}`.trim() },
      ...{ action: 'taxes.remove-rate', before: { country, percent, taxClass }, after: null },
    });
    await invalidateShownPrices(shop, tx);
    return { ok: true } as const;
  });
}
