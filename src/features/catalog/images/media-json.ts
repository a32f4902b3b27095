/**
 * SQL expression: the `MediaRow` of platform.media as JSON.
 * @param alias of the table in the query
 * @param more additional columns
 */
export function mediaJsonSql(alias: string, more: readonly string[] = []): string {
  const columns = ['id', 'sha256', 'width', 'height', 'color', 'alt', ...more].map(
    (column) => `'${column}', ${alias}.${column}`,
  );
  return `json_build_object(${columns.join(', ')})`;
}
