import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const words = z.string().max(400);
const paragraphs = z.array(z.string().max(2000)).max(10);

/** The shop's own words on pages that every shop has. */
export const storefrontSettings = defineSettings(
  'storefront',
  z.object({
    /** One line above the header. */
    notice: words.default(''),
    /** The home page's first lines; the shop's tagline when absent. */
    hero: z.object({ line: words, text: words, button: words }).optional(),
    editorial: z.object({ title: words, paragraphs }).optional(),
    /** Shown with every product: delivery, care. */
    productNotes: z
      .array(z.object({ title: words, paragraphs }))
      .max(6)
      .default([]),
  }),
);
