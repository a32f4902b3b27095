import { z } from 'zod';

/** Options of a button's fragment. The page writes them, and scripts send them back. */
export const buttonOptions = z.object({
  /** Of the product, or of the chosen variation. */
  product_id: z.coerce.number().int().min(1).max(2_147_483_647),
  /** Of the product, where a variation can be chosen: by it scripts of a shop that moved here find the button again. */
  parent_product_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  product_type: z.string().max(20).default('simple'),
  /** Of the product, for screen readers. */
  name: z.string().max(500).default(''),
  /** In the product form, on a card, or in a corner of the gallery. */
  place: z.enum(['form', 'card', 'gallery']).default('form'),
  /** The list that it adds to and whose rows it shows. Default: the default list, and rows of all lists. */
  wishlist_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

export type ButtonOptions = z.infer<typeof buttonOptions>;
