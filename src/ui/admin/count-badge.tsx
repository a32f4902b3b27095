/** The sum of the numbers of entries of the navigation, which a script fills in. Nothing without entries. */
export function CountBadge({ of }: { /** Their paths. */ readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return <span className="count" data-admin-count={of.join(' ')} hidden />;
}
