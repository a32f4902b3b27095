import {
  type ContactForm,
  fillTemplate,
  fillWithoutBlankLines,
  listFields,
  type MailFacts,
  type MailFormat,
  type MailValue,
  parseMailTemplate,
} from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatIsoDay, formatIsoTime } from '#platform/texts/formats.ts';
import { toTextLines } from '#platform/texts/plain-text.ts';
import { findWebAddresses, removeWebAddresses } from '#platform/texts/web-addresses.ts';
import { contactFormTexts as texts } from '../texts.ts';
import type { ContactMessage } from './find-messages.ts';

export type Fill = (template: string, format: MailFormat, options?: { readonly excludeBlank: boolean }) => string;

/** Changes what was typed. What a visitor has chosen among the form's own texts stays. */
type ChangeTyped = (value: string) => string;

export const createFill = (shop: Shop, message: ContactMessage, form: ContactForm | null): Fill =>
  createChangedFill(shop, message, form, (value) => value);

/** Leaves typed text out. */
export const createFixedFill = (shop: Shop, message: ContactMessage, form: ContactForm | null): Fill =>
  createChangedFill(shop, message, form, () => '');

/**
 * Fills in what was sent without the addresses of websites and mails, so that mail programs make no links of it.
 * @param reader the recipient, whose own address stays
 */
export function createSafeFill(shop: Shop, message: ContactMessage, form: ContactForm | null, reader: string): Fill {
  const fixed = createFixedFill(shop, message, form);
  const isOwn = (found: string) => found.toLowerCase() === reader.toLowerCase();
  const cleaned = createChangedFill(shop, message, form, (value) =>
    removeWebAddresses(value, shop.t(texts.mail_link_left_out), isOwn),
  );
  const find = (text: string, format: MailFormat) =>
    findWebAddresses(format === 'html' ? toTextLines(text, (href) => href).join('\n') : text);
  return (template, format, options) => {
    const text = cleaned(template, format, options);
    const known = find(fixed(template, format), format);
    // Texts side by side can be an address: `www.[your-name]`.
    const isSafe = find(text, format).every((found) => known.includes(found) || isOwn(found));
    return isSafe ? text : fixed(template, format, options);
  };
}

/** Removes links to other sites from names of files and from appended texts. */
export function withoutLinks(shop: Shop, message: ContactMessage): ContactMessage {
  const { publicUrl } = shop.config;
  const isOfShop = (found: string) => found === publicUrl || found.startsWith(`${publicUrl}/`);
  const clean = (text: string) => removeWebAddresses(text, shop.t(texts.mail_link_left_out), isOfShop);
  return {
    ...message,
    fields: message.fields.map((field) => ({ ...field, values: field.values.map(clean) })),
    files: message.files.map((file) => ({ ...file, name: clean(file.name) })),
  };
}

function createChangedFill(shop: Shop, message: ContactMessage, form: ContactForm | null, change: ChangeTyped): Fill {
  const fields = form ? listFields(form.layout) : [];
  const names = new Set(fields.map(({ name }) => name));
  /** Without `Other …`, its values are the form's. */
  const choices = new Set(
    fields.flatMap((field) =>
      'options' in field && !('hasFreeText' in field && field.hasFreeText) ? [field.name] : [],
    ),
  );
  const files = Map.groupBy(message.files, ({ field }) => field);
  const values = new Map<string, MailValue>([
    ...[...files].map(([field, list]) => {
      const shown = change(list.map(({ name }) => name).join(', '));
      return [field, { value: shown, raw: shown }] as const;
    }),
    ...message.fields.map(({ name, values: typed, mailText }) => {
      const changeValue: ChangeTyped = choices.has(name) ? (value) => value : change;
      const raw = typed.join(', ');
      return [name, { value: changeValue(mailText ?? raw), raw: changeValue(raw) }] as const;
    }),
  ]);
  const facts = { values, special: listSpecialValues(shop, message), locale: shop.choices.locale };
  return (template, format, options) => {
    const parts = parseMailTemplate(template, names);
    return (options?.excludeBlank ? fillWithoutBlankLines : fillTemplate)(parts, facts, format);
  };
}

/** The address and the program of the sender are not stored. */
function listSpecialValues({ choices, config }: Shop, message: ContactMessage): MailFacts['special'] {
  const page = message.page === null ? '' : `${config.publicUrl}${message.page}`;
  return {
    ...{ _site_title: choices.name, _site_description: choices.tagline, _site_url: config.publicUrl },
    ...{ _site_domain: new URL(config.publicUrl).hostname, _site_admin_email: choices.email },
    ...{ _contact_form_title: message.formTitle, _serial_number: String(message.id), _url: page, _post_url: page },
    ...{ _date: formatIsoDay(message.receivedAt), _time: formatIsoTime(message.receivedAt) },
  };
}
