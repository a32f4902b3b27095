import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ItemAddons, ItemChoices, WishlistPrivacy } from './contract.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const wishlists = pgTable('wishlists', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Owner of the list: either a visitor or a customer. */
  visitorId: uuid('visitor_id'),
  customerId: bigint('customer_id', { mode: 'number' }),
  /** Identifies the list in its owner's forms and addresses. */
  token: text().notNull(),
  /** Opens the list for other people, unless it is private. */
  shareToken: text('share_token').notNull(),
  formerShareTokens: text('former_share_tokens').array().notNull().default([]),
  /** Null for a default list that has the shop's default name. */
  name: text(),
  locale: text().notNull(),
  privacy: smallint().$type<WishlistPrivacy>().notNull(),
  isDefault: boolean('is_default').notNull(),
  isGiftList: boolean('is_gift_list').notNull().default(false),
  eventDate: date('event_date'),
  deliveryAddress: text('delivery_address').notNull().default(''),
  /** Texts about the owner and the occasion that other people see. */
  ownerName: text('owner_name').notNull().default(''),
  occasion: text().notNull().default(''),
  showsBought: boolean('shows_bought').notNull().default(false),
  requestKey: text('request_key'),
  mergedItems: integer('merged_items').notNull().default(0),
  version: bigint({ mode: 'number' }).notNull().default(sql`nextval('wishlist_versions')`),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  deletedAt: timestamptz('deleted_at'),
});

export const wishlistItems = pgTable('wishlist_items', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  wishlistId: bigint('wishlist_id', { mode: 'number' }).notNull(),
  productId: integer('product_id').notNull(),
  /** Id of the product when no variation is chosen. */
  variationId: integer('variation_id').notNull(),
  productName: text('product_name').notNull(),
  choices: jsonb().$type<ItemChoices>().notNull().default({}),
  addons: jsonb().$type<ItemAddons>().notNull().default({}),
  uploads: uuid().array().notNull().default([]),
  addonHash: text('addon_hash').notNull(),
  quantity: integer().notNull(),
  note: text().notNull().default(''),
  /** From 1, without gaps. Null when the row is removed. */
  position: integer(),
  addedPrice: bigint('added_price', { mode: 'number' }),
  wasAvailable: boolean('was_available').notNull(),
  addedAt: timestamptz('added_at').notNull(),
  removedAt: timestamptz('removed_at'),
  removedPosition: integer('removed_position'),
});

/**
 * Marks of givers. They belong to a list and a product instead of a row, so that they stay when the row is removed
 * for good.
 */
export const wishlistPurchases = pgTable('wishlist_purchases', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  wishlistId: bigint('wishlist_id', { mode: 'number' }).notNull(),
  variationId: integer('variation_id').notNull(),
  addonHash: text('addon_hash').notNull(),
  productName: text('product_name').notNull(),
  visitorId: uuid('visitor_id'),
  customerId: bigint('customer_id', { mode: 'number' }),
  quantity: integer().notNull(),
  giver: text().notNull().default(''),
  boughtAt: timestamptz('bought_at').notNull(),
  thankedAt: timestamptz('thanked_at'),
  requestKey: text('request_key'),
});

export const wishlistFollowers = pgTable('wishlist_followers', {
  wishlistId: bigint('wishlist_id', { mode: 'number' }).notNull(),
  visitorId: uuid('visitor_id'),
  customerId: bigint('customer_id', { mode: 'number' }),
  followedAt: timestamptz('followed_at').notNull(),
});
