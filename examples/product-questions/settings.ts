import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const usesPerHour = z.int().min(1).max(10_000);

export const productQuestionSettings = defineSettings(
  'product-questions',
  z.strictObject({
    isOpen: flag(true, 'Whether shoppers can ask. Answered questions are shown either way.'),
    shownOnProduct: wholeNumber(3, { min: 1, max: 20 }).describe(
      'Answered questions on the page of a product, the latest first. All are on a page of their own.',
    ),
    askedPerHour: z
      .strictObject({
        network: usesPerHour.default(5).describe('From one network.'),
        all: usesPerHour.default(100).describe('In all: each question is a mail to the shop.'),
      })
      .prefault({})
      .describe('Questions per hour.'),
  }),
);
