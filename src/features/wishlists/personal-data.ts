import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';

import { mergeAccountLists } from './merge-wishlists.ts';

/** SQL condition: the row belongs to the data subject. */
const ownedSql = '(customer_id = $1 or visitor_id in (select guest_visitors($2)))';

const selectLists = sqlQuery<object>(
  'wishlists.read-data',
  `select l.name, l.privacy, l.is_gift_list as "isGiftList", l.event_date as "eventDate", l.delivery_address as "deliveryAddress",
    l.owner_name as "ownerName", l.occasion, l.created_at as "createdAt", l.updated_at as "updatedAt",
    (select coalesce(json_agg(json_build_object('productId', i.product_id, 'variationId', i.variation_id, 'name', i.product_name,
      'choices', i.choices, 'addons', i.addons, 'quantity', i.quantity, 'note', i.note, 'addedAt', i.added_at) order by i.position), '[]')
      from wishlist_items i where i.wishlist_id = l.id and i.removed_at is null) as items
  from wishlists l where ${ownedSql} and l.deleted_at is null order by l.is_default desc, l.id`,
);
const selectGifts = sqlQuery<object>(
  'wishlists.read-gifts',
  `select product_name as "boughtGift", quantity, giver, bought_at as "boughtAt" from wishlist_purchases where ${ownedSql} order by id`,
);
/** Statements in lock order. */
const eraseStatements = [
  sqlQuery('wishlists.lock-data', `select id from wishlists where ${ownedSql} order by id for update`),
  sqlQuery('wishlists.erase-data', `delete from wishlists where ${ownedSql}`),
  sqlQuery(
    'wishlists.erase-gifts',
    `update wishlist_purchases set customer_id = null, visitor_id = null, giver = '' where ${ownedSql}`,
  ),
  sqlQuery('wishlists.erase-followed', `delete from wishlist_followers where ${ownedSql}`),
];

/**
 * Personal data of wishlists: lists with their rows, and gifts that the customer has marked. Erasure keeps the marks
 * in other owners' lists, but removes the giver.
 */
export const wishlistData: PersonalDataSource = {
  name: 'wishlists',
  read: async (_shop, db, subject) => [
    ...(await selectLists(db, toSubjectValues(subject))),
    ...(await selectGifts(db, toSubjectValues(subject))),
  ],
  erase: async (_shop, tx, subject) => {
    for (const erase of eraseStatements) await erase(tx, toSubjectValues(subject));
  },
  merge: mergeAccountLists,
};
