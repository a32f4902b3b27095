import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const line = z.string().trim().min(1).max(200);

const informationPage = z.strictObject({
  slug: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .describe('Last part of its address: `/pages/{slug}`.'),
  title: line.describe('Its heading, and the name of the links to it.'),
  lead: line.optional().meta({ description: 'A sentence below the heading.', 'x-default': 'none' }),
  html: z
    .string()
    .max(100_000)
    .describe('Its text. Scripts, styles and forms are removed. `[contact-form id="5"]` places a contact form.'),
  place: z
    .enum(['help', 'legal', 'none'])
    .default('help')
    .describe('Links in the footer: with help, with what the law asks for, or none.'),
  isListed: z.boolean().default(true).describe('Whether search engines and the search of the shop may list it.'),
});

export type InformationPage = z.output<typeof informationPage>;

export const informationPageSettings = defineSettings(
  'information-pages',
  z.strictObject({
    pages: z
      .array(informationPage)
      .max(50)
      .refine((pages) => new Set(pages.map(({ slug }) => slug)).size === pages.length, 'Each slug may occur once.')
      .default([])
      .describe('The pages, in the order of their links.'),
  }),
);
