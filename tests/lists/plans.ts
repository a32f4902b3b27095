/** A node of `explain (format json)`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Finds sequential scans of large tables. One below a limit is no fault where PostgreSQL expects the limit to end it: a
 * count to 10,000 of rows that most rows match reads 10,000 rows and some, whatever the size of the table.
 * @param limit that a count has
 */
export function findScans(plan: PlanNode, isLarge: (table: string) => boolean, limit: number): string[] {
  const isEnded = plan['Node Type'] === 'Limit' && plan['Plan Rows'] > limit;
  const table = plan['Relation Name'];
  const own =
    plan['Node Type'].includes('Seq Scan') && table !== undefined && isLarge(table) ? [`Seq Scan on ${table}`] : [];
  const below = (plan.Plans ?? []).flatMap((child) =>
    isEnded && isDirectScan(child) ? [] : findScans(child, isLarge, limit),
  );
  return [...own, ...below];
}

/** A scan that ends with the limit above it: nothing between them reads all rows first. */
const isDirectScan = (plan: PlanNode): boolean => plan['Node Type'].includes('Seq Scan');
