/**
 * Sum of the counts of navigation entries (`of`: their paths), which a script fills in. Renders nothing without
 * entries.
 */
export function CountBadge({ of }: { /** Their paths. */ readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return <span className="count" data-admin-count={of.join(' ')} hidden />;
}
