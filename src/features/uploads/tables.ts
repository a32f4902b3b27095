/** SQL expression: the files of an array of ids as JSON, in any order; `StoredUpload` each. */
export const uploadsJsonSql = (ids: string): string =>
  `(select json_agg(json_build_object('id', id, 'name', name, 'type', type, 'bytes', bytes, 'sha256', sha256)) from uploads where id = any(${ids}))`;
