import type { Database } from '#platform/database/database.ts';

/** An invariant and its violations. */
export interface Check {
  readonly what: string;
  /** Number of records checked. */
  readonly checked: number;
  readonly failures: readonly string[];
}

/**
 * Checks invariants by queries that each return what violates one.
 * @param count query of the number of records
 */
export async function checkInvariants(
  { pool }: Database,
  count: string,
  invariants: Readonly<Record<string, string>>,
): Promise<Check[]> {
  const total = await pool.query<{ count: number }>(count);
  const checks: Check[] = [];
  for (const [what, query] of Object.entries(invariants)) {
    const { rows } = await pool.query<Record<string, unknown>>(query);
    const failures = rows.map((row) => Object.values(row).map(String).join(' '));
    checks.push({ what, checked: total.rows[0]?.count ?? 0, failures });
  }
  return checks;
}
