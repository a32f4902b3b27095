/** SQL expressions of a row `o` of `orders`. */

/** When it was paid. This stays when another order replaces it on a later day: what was sold on a day that is over does not change. */
export const soldAtSql = 'coalesce(o.paid_at, o.replaced_paid_at)';

/** Units that are sent again for nothing were sold before. `offset 0`: looked up order by order, and only for what costs nothing. */
export const isSaleSql =
  'not (o.total = 0 and exists (select from replacements sent where sent.order_id = o.id offset 0))';
