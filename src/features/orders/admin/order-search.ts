import { sql } from 'drizzle-orm';
import type { ListSearch } from '#platform/admin/lists/list.ts';
import { orderListTexts as texts } from './list-texts.ts';

/** Number of last digits by which phone numbers are compared: they are equal with and without the country code. */
const phoneDigits = 8;
const minForPart = 3;

/**
 * Searches orders by number and by the terms that triggers keep beside the orders. Exact matches come first: an
 * address, a name, a SKU, a tracking number, the id of a transaction, or a phone number in any notation.
 */
export const orderSearch: ListSearch = {
  title: texts.searchOrders,
  sample: 'lovelace',
  exact: (text) => {
    const [, number] = /^#?(\d{1,15})$/.exec(text) ?? [];
    const digits = /^[+\d\s()./-]+$/.test(text) ? text.replace(/\D/g, '').slice(-phoneDigits) : '';
    const found = [
      sql`select order_id from order_search_terms where term in (search_key(${text}), replace(search_key(${text}), ' ', ''))`,
      ...(number === undefined ? [] : [sql`select id from orders where number = ${Number(number)}`]),
      ...(digits.length < phoneDigits - 1
        ? []
        : [sql`select order_id from order_search_terms where kind = 'phone' and term like ${`%${digits}`}`]),
    ];
    return sql`o.id in (${sql.join(found, sql` union all `)})`;
  },
  fuzzy: (text) => {
    if (text.length < minForPart) return null;
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`o.id in (select order_id from order_search_terms where term like search_key(${pattern}))`;
  },
};
