import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { definePersonPanel, isOfAccount, personRecord } from '#features/customers/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { getListName } from './lists/find-lists.ts';
import { wishlistTexts as texts } from './texts.ts';

const wishlistsPanel = definePersonPanel({
  ...{ id: 'wishlists', title: texts.personWishlists, requires: 'wishlists.read' },
  rows: (id) => sql`select l.id, l.name, l.updated_at as "updatedAt",
      (select count(*) from wishlist_items i where i.wishlist_id = l.id and i.removed_at is null) as items
    from wishlists l where l.deleted_at is null and (${isOfAccount(id, sql`l.customer_id`)}
      or l.visitor_id in (select guest_visitors(p.email) from people p where p.id = ${id} and p.customer_id is null))
    order by l.is_default desc, l.id`,
  schema: z.object({ id: z.int(), name: z.string().nullable(), updatedAt: jsonMoment, items: z.int() }),
  entry: (shop, list) => ({
    text: shop.t(texts.personWishlist, { name: getListName(shop, list), count: list.items }),
    at: list.updatedAt,
  }),
});

export const wishlistsOfPerson = extendRecord(personRecord, { panels: [wishlistsPanel] });
