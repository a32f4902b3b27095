import { z } from 'zod';
import type { ContactForm, FileLimits } from '#features/form-definitions/index.ts';
import { secretSetting } from '#platform/config/secret-setting.ts';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normalizeDomain } from '#platform/mail/email-address.ts';

const perHour = (max: number) => z.int().min(1).max(1_000_000).default(max);
const word = z.string().trim().min(2).max(200);
const words = (max: number, each = word) => z.array(each).max(max).default([]);

export const contactFormSettings = defineSettings(
  'contact-forms',
  z.strictObject({
    contactForm: z.int().min(1).optional().meta({
      description: 'Id of the form on the page `/contact`, to which the footer links.',
      'x-default': 'no such page',
    }),
    pages: z
      .array(
        z.strictObject({
          slug: z
            .string()
            .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
            .max(60)
            .describe('The page is `/contact/<slug>`.'),
          form: z.int().min(1).describe('Id of the form.'),
          title: z.string().trim().min(1).max(100).describe('Its heading, and the name of the link to it.'),
          lead: z.string().trim().max(500).default('').describe('What the form is for.'),
          inFooter: z.boolean().default(true).describe('Whether the footer links to the page.'),
        }),
      )
      .max(20)
      .refine((pages) => new Set(pages.map(({ slug }) => slug)).size === pages.length, {
        error: 'two pages have the same slug',
      })
      .default([])
      .describe('Pages with other forms.'),
    productForm: z.int().min(1).optional().meta({
      description: 'Id of the form to which pages of products link for questions about them.',
      'x-default': 'no such link',
    }),
    retentionDays: wholeNumber(730, { min: 1, max: 3_650 }).describe(
      'Days after which a message is deleted with its files, where its form says nothing else.',
    ),
    quarantineDays: wholeNumber(60, { min: 1, max: 365 }).describe(
      'Days after which a message in quarantine is deleted.',
    ),
    maxFileMegabytes: wholeNumber(10, { min: 1, max: 50 }).describe(
      'Size of one file, in millions of bytes. Fields may take less.',
    ),
    maxFiles: wholeNumber(10, { min: 1, max: 20 }).describe('Files of one message.'),
    maxStoredMegabytes: wholeNumber(2000, { min: 1, max: 1_000_000 }).describe(
      'Millions of bytes of the files of all messages. More are refused, so that the disk does not fill up.',
    ),
    repeatMinutes: wholeNumber(60, { min: 1, max: 10_080 }).describe(
      'Minutes in which the same message of the same sender counts once.',
    ),
    challengeMinutes: wholeNumber(120, { min: 1, max: 1_440 }).describe(
      'Minutes in which the question of a quiz or the image of a captcha can be answered.',
    ),
    minSeconds: z
      .number()
      .min(0)
      .max(60)
      .default(2)
      .describe(
        'Seconds that people need at least from opening a form to sending it. With 0, forms need not be opened: scripts of your own may post to them.',
      ),
    perHour: z
      .strictObject({
        visitor: perHour(10).describe('From one visitor or customer.'),
        network: perHour(30).describe('From one network (an IPv4 address or an IPv6 /64).'),
        form: perHour(500).describe('With one form.'),
        calls: perHour(300).describe(
          'Attempts from one network, invalid ones too. More are aborted and not stored: the sender is told.',
        ),
      })
      .prefault({})
      .describe('Messages in one hour. What exceeds the first three goes to quarantine.'),
    botCheck: z
      .enum(['always', 'abuse', 'never'])
      .default('abuse')
      .describe(
        'When forms ask for the check of `bot-check.use`: `always`, when much of an hour’s messages are used up (`abuse`), or `never`. Without a right answer a message goes to quarantine.',
      ),
    botCheckPercent: wholeNumber(50, { min: 0, max: 100 }).describe(
      'Percent of a limit of `perHour` that are used up before `abuse` asks for the check.',
    ),
    script: z
      .enum(['own', 'plugin'])
      .default('own')
      .describe(
        'Whose script runs the forms: `own`, or `plugin`: pages load the unchanged scripts of the plugin, and `/compat.js` before them. These can answer only a check of a service with a score.',
      ),
    // Whoever knows the address of a receiver may often write to it.
    webhook: secretSetting(
      'Address that gets every new message as JSON, signed (`docs/events.md`); https in live mode. `shop messages webhook` shows it with its key.',
      { text: z.url({ protocol: /^https?$/ }).max(500) },
    ),
    disallowedWords: words(2000).describe('Words and phrases of spam. A message with one goes to quarantine.'),
    disallowedDomains: words(20_000, word.overwrite(normalizeDomain)).describe(
      'Domains of email addresses, such as those of disposable ones, in any case. A message from one goes to quarantine.',
    ),
    maxLinks: wholeNumber(3, { min: 0, max: 100 }).describe('Links in a message. One with more goes to quarantine.'),
    maxRepeats: wholeNumber(3, { min: 1, max: 1_000 }).describe(
      'How often a text of 40 or more characters may be sent on one day. Further ones go to quarantine. Only what senders typed counts: no choices, and no fields that a page fills in.',
    ),
  }),
);

export function getFileLimits({ settings }: Pick<Shop, 'settings'>): FileLimits {
  const { maxFileMegabytes, maxFiles } = settings(contactFormSettings);
  return { maxFileBytes: maxFileMegabytes * 1_000_000, maxFiles };
}

const day = 24 * 60 * 60 * 1000;

/**
 * Computes the end of a time that begins now.
 * @param form null when it is not known any more
 */
export function getRetentionEnd({ clock, settings }: Shop, form: Pick<ContactForm, 'settings'> | null): Date {
  const days = form?.settings.retentionDays ?? settings(contactFormSettings).retentionDays;
  return new Date(clock.now().getTime() + days * day);
}

export function getQuarantineEnd({ clock, settings }: Shop): Date {
  return new Date(clock.now().getTime() + settings(contactFormSettings).quarantineDays * day);
}
