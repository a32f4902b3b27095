/** SQL condition on `products p`: published and not hidden. */
export const isPublicSql = `p.status = 'published' and p.visibility <> 'hidden'`;
