import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Rate } from './rate-row.ts';
import { taxRates } from './tables.ts';

export type StoredRate = typeof taxRates.$inferSelect;

const maxListed = 1_000_000;

export interface RateFilter {
  readonly country?: string | undefined;
  readonly taxClass?: string | undefined;
  /** Maximum number of rates. Default: the maximum that a shop can have. */
  readonly limit?: number;
}

/** Lists rates by country, state, class and priority, in the order in which they apply. */
export async function listRates(db: Db, { country, taxClass, limit = maxListed }: RateFilter): Promise<StoredRate[]> {
  const wanted = and(
    country === undefined ? undefined : eq(taxRates.country, country),
    taxClass === undefined ? undefined : eq(taxRates.taxClass, taxClass),
  );
  const order = [taxRates.country, taxRates.state, taxRates.taxClass, taxRates.priority, taxRates.position];
  return db
    .select()
    .from(taxRates)
    .where(wanted)
    .orderBy(...order.map((column) => asc(column)), asc(taxRates.id))
    .limit(limit);
}

/**
 * Removes a rate. Orders keep the taxes with which they were placed.
 * @returns null when no rate has this id
 */
export async function removeRate(tx: Tx, id: number): Promise<StoredRate | null> {
  return (await removeRates(tx, eq(taxRates.id, id)))[0] ?? null;
}

/** Columns that identify a rate: class, place and priority. */
export type RateKey = Pick<Rate, 'taxClass' | 'country' | 'state' | 'postcodes' | 'cities' | 'priority'>;

export async function removeOtherRates(tx: Tx, kept: readonly RateKey[]): Promise<StoredRate[]> {
  return removeRates(
    tx,
    sql`not exists (select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as kept("taxClass" text, country text, state text, postcodes text[], cities text[], priority integer)
      where kept."taxClass" = ${taxRates.taxClass} and kept.country = ${taxRates.country} and kept.state = ${taxRates.state}
        and kept.postcodes = ${taxRates.postcodes} and kept.cities = ${taxRates.cities} and kept.priority = ${taxRates.priority})`,
  );
}

async function removeRates(tx: Tx, condition: SQL): Promise<StoredRate[]> {
  return tx.delete(taxRates).where(condition).returning();
}
