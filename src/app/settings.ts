import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

/** `*word*` stands out. */
const line = z.string().max(200);
const text = z.string().max(4000);
/** Name that the picture's file had when it was stored. */
const picture = z.string().max(200).optional();

/** The shop's own content on pages that every shop has. */
export const storefrontSettings = defineSettings(
  'storefront',
  z.strictObject({
    /** One line above the header. */
    notice: line.default(''),
    /** A higher number shows the notice again to shoppers who hid it. */
    cookieNoticeVersion: z.int().min(1).default(1),
    /** For which a hidden notice stays hidden; 0: until the browser closes. */
    noticeDays: z.int().min(0).max(365).default(30),
    stickyHeader: z.enum(['always', 'hide-on-scroll', 'off']).default('always'),
    /** The home page's first lines; the shop's tagline when absent. */
    hero: z.strictObject({ line, text, picture, button: z.strictObject({ label: line, href: line }) }).optional(),
    editorial: z.strictObject({ title: line, paragraphs: z.array(text).max(10), picture }).optional(),
    /**
     * Shown with every product: delivery, care. The HTML is the owner's own and goes into the page
     * as it is.
     */
    productNotes: z
      .array(z.strictObject({ title: line, html: text }))
      .max(6)
      .default([]),
  }),
);
