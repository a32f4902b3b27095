import { z } from 'zod';
import { cssClass, domId, safeAddress } from './primitives.ts';

const name = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][\w:.-]*$/)
  .refine((text) => !text.startsWith('_'))
  .describe('Name of the field: a letter, then letters, digits and `-_:.`.');
const shortText = z.string().max(500);
const length = z.int().min(0).max(10_000);
const day = z
  .string()
  .max(60)
  .regex(/^(?:\d{4,6}-\d\d-\d\d|today(?:[+-]\d{1,5}(?:day|week|month|year)s?)?)$/)
  .describe('A date such as 2026-01-31, or one from today: `today`, `today+1week`, `today-2years`.');

const common = {
  name,
  id: domId.optional(),
  class: cssClass.optional(),
  /** Shown where the layout has no label around the control. */
  label: shortText.optional(),
  hint: shortText.optional(),
};

const defaultSource = z.enum(['query', 'product', 'customer']);

const typed = {
  ...common,
  required: z.boolean().default(false),
  placeholder: shortText.optional(),
  defaultValue: z.string().max(10_000).optional(),
  /** Overrides `defaultValue` when it has a value. */
  defaultFrom: defaultSource.optional(),
  /** Name of the query parameter, or of the fact about product or customer. Default: the field's name. */
  defaultKey: z.string().max(100).optional(),
  /** Autofill token of the HTML standard. */
  autocomplete: z
    .string()
    .max(100)
    .regex(/^[a-z0-9 -]+$/)
    .optional(),
  readonly: z.boolean().default(false),
};
const lengths = {
  minlength: length.optional(),
  maxlength: length.optional(),
  size: z.int().min(1).max(200).optional(),
};

const text = z.strictObject({ kind: z.literal('text'), ...typed, ...lengths });
const email = z.strictObject({ kind: z.literal('email'), ...typed, ...lengths });
const url = z.strictObject({ kind: z.literal('url'), ...typed, ...lengths });
const tel = z.strictObject({ kind: z.literal('tel'), ...typed, ...lengths });
const textarea = z.strictObject({
  ...{ kind: z.literal('textarea'), ...typed, minlength: lengths.minlength, maxlength: lengths.maxlength },
  ...{ rows: z.int().min(1).max(100).optional(), columns: z.int().min(1).max(200).optional() },
});
const bounds = { min: z.number().optional(), max: z.number().optional(), step: z.number().positive().optional() };
const number = z.strictObject({ kind: z.literal('number'), ...typed, ...bounds });
const range = z.strictObject({ kind: z.literal('range'), ...typed, ...bounds });
const date = z.strictObject({
  ...{ kind: z.literal('date'), ...typed, min: day.optional(), max: day.optional() },
  /** Days. For the browser's calendar only. */
  step: z.int().positive().optional(),
  /** Accepted weekdays: 1 is Monday, 7 Sunday. */
  weekdays: z.array(z.int().min(1).max(7)).max(7).optional(),
});
const time = z.strictObject({
  ...{ kind: z.literal('time'), ...typed },
  /** Seconds. For the browser's control only. */
  step: z.int().positive().optional(),
});

const option = z.strictObject({
  value: z.string().max(500),
  /** Default: `value`. */
  label: shortText.optional(),
  /** What mails say instead of the value, such as the address of a department. Never sent to browsers. */
  mailValue: z.string().max(500).optional(),
});
const choice = {
  ...common,
  required: z.boolean().default(false),
  options: z
    .array(option)
    .min(1)
    .max(300)
    .refine((options) => new Set(options.map(({ value }) => value)).size === options.length, {
      error: 'two options have the same value',
    }),
  defaultValues: z.array(z.string().max(500)).max(300).default([]),
  defaultFrom: defaultSource.optional(),
  defaultKey: z.string().max(100).optional(),
};
const select = z.strictObject({
  ...{ kind: z.literal('select'), ...choice },
  isMultiple: z.boolean().default(false),
  includeBlank: z.boolean().default(false),
  firstAsLabel: z.boolean().default(false),
});
const boxes = {
  ...choice,
  hasFreeText: z.boolean().default(false),
  labelFirst: z.boolean().default(false),
};
const radio = z.strictObject({ kind: z.literal('radio'), ...boxes });
const checkbox = z.strictObject({
  ...{ kind: z.literal('checkbox'), ...boxes },
  isExclusive: z.boolean().default(false),
});
const acceptance = z.strictObject({
  ...{ kind: z.literal('acceptance'), ...common },
  /** The sentence that is accepted, in pieces of which some are links. */
  content: z
    .array(z.strictObject({ text: z.string().max(2000), href: safeAddress.optional() }))
    .min(1)
    .max(20),
  isOptional: z.boolean().default(false),
  /** The box must stay unchecked. */
  isInverted: z.boolean().default(false),
  isChecked: z.boolean().default(false),
});
const file = z.strictObject({
  ...{ kind: z.literal('file'), ...common, required: z.boolean().default(false) },
  /** Extensions (`.pdf`) and MIME types (`image/*`). */
  accept: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^(?:\.[a-z0-9]{1,10}|[a-z]+\/(?:\*|[a-z0-9.+-]+))$/i),
    )
    .max(100)
    .default([]),
  maxBytes: z.int().min(1).max(1_073_741_824).default(1_048_576),
  minBytes: z.int().min(0).max(1_073_741_824).optional(),
  maxFiles: z.int().min(1).max(10).default(1),
  /** The camera that phones open instead of their files: towards the user, or away. */
  capture: z.enum(['user', 'environment']).optional(),
});
const quiz = z.strictObject({
  ...{ kind: z.literal('quiz'), ...common },
  questions: z
    .array(z.strictObject({ question: shortText, answer: z.string().min(1).max(200) }))
    .min(1)
    .max(100),
  ...{ maxlength: length.optional(), size: lengths.size },
});
const captchaImage = z.strictObject({
  ...{ kind: z.literal('captcha-image'), ...common },
  size: z.enum(['small', 'medium', 'large']).default('medium'),
});
/** Has the name of its image. */
const captcha = z.strictObject({
  kind: z.literal('captcha'),
  ...common,
  placeholder: typed.placeholder,
  maxlength: length.optional(),
  size: lengths.size,
});
const hidden = z.strictObject({
  ...{ kind: z.literal('hidden'), name, id: domId.optional(), class: cssClass.optional() },
  ...{ defaultValue: typed.defaultValue, defaultFrom: defaultSource.optional(), defaultKey: typed.defaultKey },
});
const submit = z.strictObject({
  kind: z.literal('submit'),
  id: domId.optional(),
  class: cssClass.optional(),
  label: shortText,
});

export const contactField = z.discriminatedUnion('kind', [
  ...([text, email, url, tel, textarea, number, range, date, time, select, radio, checkbox] as const),
  ...([acceptance, file, quiz, captchaImage, captcha, hidden, submit] as const),
]);

export type ContactField = z.infer<typeof contactField>;
/** A field as a definition writes it: what has a default may be missing. */
export type ContactFieldInput = z.input<typeof contactField>;
export type FieldKind = ContactField['kind'];
export type FieldOf<Kind extends FieldKind> = Extract<ContactField, { kind: Kind }>;
/** Every field but the submit button. */
export type NamedField = Exclude<ContactField, { kind: 'submit' }>;
export type ChoiceField = FieldOf<'select' | 'radio' | 'checkbox'>;
export type DefaultSource = z.infer<typeof defaultSource>;
