import { IntlMessageFormat } from 'intl-messageformat';

/** One visible string: its permanent key and its English message in ICU syntax. */
export interface Text {
  readonly key: string;
  readonly message: string;
}

/** What a message's placeholders are filled with. */
export type TextValues = Record<string, string | number | Date>;

/** Formats a text in the locale it was made for. */
export type Translate = (text: Text, values?: TextValues) => string;

/**
 * Declares a feature's visible strings. `defineTexts('cart', { added: 'Added to your cart.' }).added` has the key `cart.added`, under which a
 * shop can replace it.
 */
export function defineTexts<const Messages extends Record<string, string>>(
  feature: string,
  messages: Messages,
): { readonly [Name in keyof Messages]: Text } {
  const entries = Object.entries(messages).map(([name, message]) => [name, { key: `${feature}.${name}`, message }]);
  return Object.fromEntries(entries);
}

/** @param replacements messages by key that stand in for the English ones, e.g. from `shop.config.ts` */
export function createTranslate(locale: string, replacements: Readonly<Record<string, string>> = {}): Translate {
  const formats = new Map<string, IntlMessageFormat | string>();
  return (text, values) => {
    let format = formats.get(text.key);
    if (format === undefined) {
      const message = replacements[text.key] ?? text.message;
      format = /[{<']/.test(message) ? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }) : message;
      formats.set(text.key, format);
    }
    return typeof format === 'string' ? format : String(format.format(values));
  };
}
