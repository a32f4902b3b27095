import { sql } from 'drizzle-orm';
import { contains } from '#platform/admin/lists/filter.ts';
import type { ListSearch } from '#platform/admin/lists/list.ts';
import { productEditorTexts as texts } from '../texts.ts';

const minForPart = 3;
const maxId = 2_147_483_647;

/** By what was typed as a whole: the id, SKU or GTIN of a product or of a variation, or a name. Else by a part of a name or SKU. */
export const productSearch: ListSearch = {
  title: texts.searchedBy,
  sample: 'bowl',
  exact: (text) => {
    const id = /^#?(\d{1,10})$/.exec(text)?.[1];
    const found = [
      sql`select product_id from variations where lower(sku) = lower(${text}) or lower(gtin) = lower(${text})`,
      sql`select id from products where lower(name) = lower(${text})`,
      ...(id === undefined || Number(id) > maxId
        ? []
        : [sql`select product_id from variations where id = ${Number(id)}`]),
    ];
    return sql`p.id in (${sql.join(found, sql` union all `)})`;
  },
  fuzzy: (text) =>
    text.length < minForPart
      ? null
      : sql`p.id in (select id from products where ${contains(sql`name`, text)}
        union all select product_id from variations where ${contains(sql`sku`, text)})`,
};
