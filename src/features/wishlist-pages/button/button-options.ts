import { z } from 'zod';

/** Options of the button's fragment. The page contains them, and scripts send them back. */
export const buttonOptions = z.object({
  /** Id of the product, or of the chosen variation. */
  product_id: z.coerce.number().int().min(1).max(2_147_483_647),
  /**
   * Id of the product, when a variation can be chosen. Scripts of a shop that moved here find the button by this id.
   */
  parent_product_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  product_type: z.string().max(20).default('simple'),
  /** Name of the product, for screen readers. */
  name: z.string().max(500).default(''),
  /** In the product form, on a product card, or in a corner of the gallery. */
  place: z.enum(['form', 'card', 'gallery']).default('form'),
  /**
   * The list to which the button adds and whose rows it shows. Default: adds to the default list, and shows rows of
   * all lists.
   */
  wishlist_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

export type ButtonOptions = z.infer<typeof buttonOptions>;
