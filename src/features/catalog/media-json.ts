/** SQL for what `media.picture` reads of the row of platform.media under an alias; null when there is none. */
export function mediaJson(alias: string): string {
  const columns = ['id', 'sha256', 'width', 'height', 'color', 'alt'].map(
    (column) => `'${column}', ${alias}.${column}`,
  );
  return `json_build_object(${columns.join(', ')})`;
}
