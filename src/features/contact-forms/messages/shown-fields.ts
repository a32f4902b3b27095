import { type ContactForm, listFields } from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { MessageField } from '../message-types.ts';
import { contactFormTexts as texts } from '../texts.ts';

interface ShownField {
  readonly label: string;
  readonly value: string;
}

/**
 * Lists fields in words, with dates in the shop's language.
 * @param form null when it no longer exists: values are shown as they were sent
 */
export function listShownFields(shop: Shop, form: ContactForm | null, fields: readonly MessageField[]): ShownField[] {
  const definitions = new Map((form ? listFields(form.layout) : []).map((field) => [field.name, field]));
  return fields.map(({ name, label, values, isAppended }) => {
    const field = definitions.get(name);
    if (field?.kind === 'acceptance') {
      const accepted = field.content
        .map(({ text }) => text)
        .join('')
        .trim();
      if (accepted) return { label: shop.t(texts.mail_accepted), value: accepted };
    }
    const shown = field?.kind === 'date' ? values.map((value) => formatTypedDay(shop.choices.locale, value)) : values;
    return { label, value: shown.join(isAppended ? '\n' : ', ') };
  });
}

function formatTypedDay(locale: string, value: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  if (date === null || Number.isNaN(date.getTime())) return value;
  return getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
