/** SQL expressions of a row `o` of `orders`. */

/**
 * Time of the payment. It stays when another order replaces the order on a later day, so that the sales of past days
 * do not change.
 */
export const soldAtSql = 'coalesce(o.paid_at, o.replaced_paid_at)';

/**
 * False for orders that send units again free of charge, since these units were sold before. `offset 0` makes
 * PostgreSQL look replacements up order by order, and only for orders that cost nothing.
 */
export const isSaleSql =
  'not (o.total = 0 and exists (select from replacements sent where sent.order_id = o.id offset 0))';
