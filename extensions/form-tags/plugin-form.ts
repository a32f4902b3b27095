import { z } from 'zod';

/** The plugin writes texts that are not set as null or false, and some exports write numbers without quotes. */
const toText = (value: unknown) => {
  if (value === null || value === false) return undefined;
  return typeof value === 'number' ? String(value) : value;
};
const text = z.preprocess(toText, z.string().max(200_000).default(''));

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...([null, undefined, false, 0, '0', '', 'false', 'off', 'no'] as const).map((value) => [value, false] as const),
  ...([true, 1, '1', 'true', 'on', 'yes'] as const).map((value) => [value, true] as const),
]);
/** Booleans as PHP, its JSON and its databases write them. */
const flag = z
  .unknown()
  .transform((value) => flags.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? value)
  .pipe(z.boolean('write true or false'))
  .default(false);

/** PHP writes a list for an object without properties. */
const toObject = (value: unknown) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value;

const mailProperties = z.object({
  active: flag,
  subject: text,
  sender: text,
  recipient: text,
  body: text,
  additional_headers: text,
  attachments: text,
  use_html: flag,
  exclude_blank: flag,
});
const pluginMail = z.preprocess(toObject, mailProperties.optional());
export type PluginMail = z.infer<typeof mailProperties>;

const maxId = 2_147_483_647;
const idRule = `The id must be a number from 1 to ${maxId}, such as the one that the form had.`;

/** A form of the plugin, with the names of its properties. */
export const pluginForm = z.object({
  id: z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d{1,10}\s*$/.test(value) ? Number(value) : value),
    z.int(idRule).min(1, idRule).max(maxId, idRule),
  ),
  title: z.preprocess(toText, z.string().min(1).max(200)),
  locale: z.preprocess((value) => toText(value) || undefined, z.string().max(20).default('en_US')),
  form: text,
  mail: pluginMail,
  mail_2: pluginMail,
  messages: z.preprocess(toObject, z.record(z.string().max(100), text).default({})),
  additional_settings: text,
});
