/** SQL for what `media.picture` reads of the row of platform.media under an alias. @param more columns that go with it */
export function mediaJsonSql(alias: string, more: readonly string[] = []): string {
  const columns = ['id', 'sha256', 'width', 'height', 'color', 'alt', ...more].map(
    (column) => `'${column}', ${alias}.${column}`,
  );
  return `json_build_object(${columns.join(', ')})`;
}
