import { focusSql } from '#platform/media/picture.ts';

/**
 * SQL expression for a `MediaRow` of platform.media as JSON.
 * @param alias alias of the media table in the query
 * @param extraPairs keys and values, such as `'isPlaceholder', i.is_placeholder`
 */
export function mediaJsonSql(alias: string, extraPairs: readonly string[] = []): string {
  const pairs = ['id', 'sha256', 'width', 'height', 'color', 'alt'].map((column) => `'${column}', ${alias}.${column}`);
  return `json_build_object(${[...pairs, `'focus', ${focusSql(alias)}`, ...extraPairs].join(', ')})`;
}
