import { z } from 'zod';
import { agreeField } from '../contract.ts';

const text = (max: number) => z.string().max(max).default('');
const id = z.union([z.literal('').transform(() => 0), z.coerce.number().int().min(0).max(2_147_483_647)]).default(0);

const metaField = /^subscriber_phone_meta\[(\w{1,40})\]$/;
const maxMetaFields = 20;
/** The column holds 2,000 bytes, with a space after each comma and colon. */
const maxMetaBytes = 1_900;

/**
 * The fields of a subscription. The script of the plugin also sends its whole configuration, `dataobj[…]`, which is not
 * read, and the country of the phone number in single fields or as JSON.
 */
export const subscriptionFields = z
  .looseObject({
    product_id: id.describe('Id of the product'),
    variation_id: id.describe('Id of the variation; 0 or empty for any'),
    subscriber_name: text(200),
    subscriber_phone: text(40),
    subscriber_phone_meta: text(2000).describe("JSON of the selected country's data"),
    user_email: text(1000),
    user_id: text(20).describe('0 for a guest. It proves nothing: the session says who asks'),
    security: text(4000).describe(
      'The token of the form; the nonce is in the header. From the script of the plugin, the answer of the bot check',
    ),
    custom_quantity: text(20),
    [agreeField]: text(20).describe('Not empty: the box is checked'),
    bot_check: text(4000).describe('The answer of the bot check, where it is asked for'),
    kind: z.enum(['stock', 'price']).default('stock'),
  })
  .transform((fields) => ({
    ...{ productId: fields.product_id, kind: fields.kind, botCheck: fields.bot_check, security: fields.security },
    variationId: fields.variation_id === 0 || fields.variation_id === fields.product_id ? null : fields.variation_id,
    name: readField(fields, 'subscriber_name'),
    phone: readField(fields, 'subscriber_phone'),
    phoneMeta: readMeta(fields),
    email: fields.user_email,
    quantity: readField(fields, 'custom_quantity'),
    agrees: fields[agreeField] !== '',
  }));

export type SubscriptionFields = z.output<typeof subscriptionFields>;

const readField = (fields: Readonly<Record<string, unknown>>, name: string): string =>
  String(fields[name] ?? '').trim();

/** @returns what says of which country the number is; null when nothing does */
function readMeta(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> | null {
  const single = Object.entries(fields).flatMap(([name, value]) => {
    const key = metaField.exec(name)?.[1];
    return key === undefined || typeof value !== 'string' ? [] : [[key, value.slice(0, 100)] as const];
  });
  const entries = single.length > 0 ? single : listJsonEntries(String(fields.subscriber_phone_meta ?? ''));
  const meta = Object.fromEntries(entries.slice(0, maxMetaFields));
  const json = JSON.stringify(meta);
  // Not what the column does not hold: it has a size, and JSON of the database has no NUL.
  return entries.length === 0 || Buffer.byteLength(json) > maxMetaBytes || json.includes('\\u0000') ? null : meta;
}

function listJsonEntries(json: string): readonly (readonly [string, string])[] {
  const parsed = z.record(z.string().max(40), z.unknown()).safeParse(parseJson(json));
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value).slice(0, 100)] as const] : [],
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
