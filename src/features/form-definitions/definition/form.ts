import { z } from 'zod';
import { type FormBlock, type FormBlockInput, formBlock } from './blocks.ts';
import { findLayoutProblems, isDeeperThan } from './check-layout.ts';
import { listFields } from './form-fields.ts';
import { findRuleProblems, furtherRules } from './further-rules.ts';
import { maxMessageLength, messageNames } from './messages.ts';

const line = z
  .string()
  .max(1000)
  .regex(/^[^\r\n]*$/);

/** Mails of one template for one message, each to one recipient. */
export const maxRecipients = 10;

/** All texts may have mail tags: `[your-name]`, `[_site_title]`. */
const mail = z.strictObject({
  /** The first `maxRecipients` addresses count. */
  to: line.min(1),
  /** Kept from an imported form and not used: mails come from the shop's address. */
  from: line.optional(),
  replyTo: line.optional(),
  subject: line,
  body: z.string().max(50_000),
  /** Whether the body is HTML: values are escaped then. */
  isHtml: z.boolean().default(false),
  excludeBlank: z.boolean().default(false),
  attachments: z.array(z.string().max(100)).max(50).default([]),
});

export type MailTemplate = z.infer<typeof mail>;

/** Statuses of a form while which marked elements are inert. */
const inertStatus = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z-]*$/);

const settings = z.strictObject({
  acceptanceAsValidation: z
    .boolean()
    .default(false)
    .describe('Whether a missing acceptance is an error of its field, instead of a disabled submit button.'),
  inertOn: z
    .array(inertStatus)
    .max(12)
    .default([])
    .describe('Statuses during which nothing in the form can be used, such as `submitting`.'),
  demo: z.boolean().default(false).describe('Whether a valid message is answered as sent without being mailed.'),
  skipMail: z.boolean().default(false).describe('Whether messages are only stored.'),
  doNotStore: z
    .boolean()
    .default(false)
    .describe('Whether a message is deleted with its files as soon as mails and webhook have it.'),
  botCheck: z
    .enum(['always', 'abuse', 'never'])
    .optional()
    .describe('When a check for robots is asked. Default: the setting `contact-forms.botCheck`.'),
  retentionDays: z.int().min(1).max(3650).optional().describe('Days after which messages are deleted.'),
});

const layout: z.ZodType<readonly FormBlock[], readonly FormBlockInput[]> = z
  .custom<readonly FormBlockInput[]>((value) => !isDeeperThan(value, 45), { error: 'the layout is nested too deeply' })
  .pipe(z.array(formBlock).min(1).max(500))
  .superRefine((blocks, context) => {
    for (const message of findLayoutProblems(blocks)) context.addIssue({ code: 'custom', message });
  });

const rules = z
  .custom<z.input<typeof furtherRules>>((value) => !isDeeperThan(value, 20), {
    error: 'the rules are nested too deeply',
  })
  .pipe(furtherRules)
  .default([]);

export const contactForm = z
  .strictObject({
    id: z.int().min(1).max(2_147_483_647),
    title: z.string().min(1).max(200),
    locale: z
      .string()
      .max(20)
      .regex(/^[a-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*$/)
      .default('en'),
    layout,
    /** Checked after those of the fields: such as one of two fields, or at least two choices. */
    rules,
    messages: z.partialRecord(z.enum(messageNames), z.string().max(maxMessageLength)).default({}),
    mail: mail.optional(),
    secondMail: mail.optional(),
    settings: settings.prefault({}),
  })
  .superRefine((form, context) => {
    const fields = new Set(listFields(form.layout).map(({ name }) => name));
    for (const message of findRuleProblems(form.rules, fields)) context.addIssue({ code: 'custom', message });
  });

export type ContactForm = z.infer<typeof contactForm>;
export type ContactFormInput = z.input<typeof contactForm>;
