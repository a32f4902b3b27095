import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const word = z.string().trim().min(2).max(200);
const words = z.array(word).max(2000).default([]);
const count = (max: number) => z.int().min(1).max(100_000).default(max);

export const commentSettings = defineSettings(
  'comments',
  z.strictObject({
    isOpen: flag(true, 'Whether shoppers can write reviews and comments. Those that are there are shown either way.'),
    hold: z
      .enum(['all', 'first', 'none'])
      .default('first')
      .describe(
        'Which wait for approval: `all`, those of authors without an approved one with the same proved address (`first`), or only those that another rule holds (`none`). Stars play no part in any rule.',
      ),
    maxLinks: wholeNumber(1, { min: 0, max: 100 }).describe('Links in a text. One with more is held.'),
    heldWords: words.describe('Words and phrases, in any case. A text with one is held.'),
    spamWords: words.describe('Words and phrases of spam, in any case. A text with one is spam.'),
    perHour: z
      .strictObject({
        network: count(10).describe('From one network. More are refused.'),
        product: count(30).describe('About one product. More are held.'),
      })
      .prefault({})
      .describe('Texts in one hour.'),
    maxRepeats: wholeNumber(2, { min: 1, max: 1000 }).describe(
      'How often a text may be sent on one day. More are held.',
    ),
    perPage: wholeNumber(10, { min: 1, max: 50 }).describe('Threads on one page.'),
    maxDepth: wholeNumber(3, { min: 1, max: 10 }).describe('How deep answers to answers are indented.'),
    editDays: wholeNumber(30, { min: 0, max: 3650 }).describe('Days in which authors can change what they wrote.'),
    spamDays: wholeNumber(60, { min: 1, max: 3650 }).describe(
      'Days after which spam is deleted, from when it was called so.',
    ),
    keepNetworkDays: wholeNumber(90, { min: 1, max: 365 }).describe('Days for which the network of an author is kept.'),
    keepVisitorDays: wholeNumber(365, { min: 1, max: 3650 }).describe(
      'Days after which guests lose the connection to what they wrote, which then stays as it is.',
    ),
  }),
);
