import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const line = z.string().max(200);
const text = z.string().max(4000);
const profile = z.strictObject({
  name: z.string().trim().min(1).max(60),
  href: z.url({ protocol: /^https$/ }).max(300),
});

/** The shop's own content on pages that every shop has. */
export const storefrontSettings = defineSettings(
  'storefront',
  z.strictObject({
    notice: line.default('').describe('A line above the header, which shoppers can hide.'),
    cookieNoticeVersion: z
      .int()
      .min(1)
      .default(1)
      .describe('A higher number shows the notice again to shoppers who hid it; so does another text.'),
    noticeDays: wholeNumber(30, { min: 0, max: 365 }).describe(
      'Days for which a hidden notice stays hidden; 0: until the browser closes.',
    ),
    stickyHeader: z
      .enum(['always', 'hide-on-scroll', 'off'])
      .default('always')
      .describe('Whether the header stays in view; `hide-on-scroll` shows it while the page scrolls up.'),
    footerText: text.default('').meta({ description: 'First lines of the footer.', 'x-default': 'the tagline' }),
    social: z
      .array(profile)
      .max(12)
      .default([])
      .describe("The shop's profiles on other sites, linked from the footer."),
    paymentMarks: z
      .array(z.string().trim().min(1).max(30))
      .max(12)
      .default([])
      .describe('Names of the ways to pay, shown as marks in the footer.'),
    productNotes: z
      .array(z.strictObject({ title: line, html: text }))
      .max(6)
      .default([])
      .describe(
        'Shown with every product that is shipped: delivery, care. The HTML goes into the page as it is; `[contact-form id="5"]` places a contact form.',
      ),
  }),
);
