import { z } from 'zod';

export const userWishlist = z.strictObject({
  id: z.int(),
  wishlist_name: z.string(),
  default: z.boolean(),
  add_to_this_wishlist_url: z.string(),
});

export type UserWishlist = z.infer<typeof userWishlist>;

export const wishlistReply = z
  .strictObject({
    result: z.enum(['true', 'exists']).describe('`exists`: the list had it already'),
    message: z.string(),
    item_id: z.int().nullable().describe('The row that it was about'),
    wishlist: z
      .strictObject({ id: z.int(), token: z.string(), name: z.string(), privacy: z.int(), default: z.boolean() })
      .nullable()
      .describe('The list that it was about'),
    user_wishlists: z.array(userWishlist),
    count: z.int().describe('Rows in all lists'),
    version: z.int().describe('Changes with each write'),
    fragments: z.record(z.string(), z.string()).describe('HTML of whole blocks by requested key'),
  })
  .meta({ id: 'WishlistReply' });

export type WishlistReply = z.infer<typeof wishlistReply>;
