import { IntlMessageFormat } from 'intl-messageformat';
import { getZoneVersion } from './formats.ts';

/** A visible string: its permanent key and its English message in ICU syntax. */
export interface Text {
  readonly key: string;
  readonly message: string;
}

/** A feature's visible strings by name, made with `defineTexts`. */
export type TextsDefinition = Readonly<Record<string, Text>>;

/** Values of a message's placeholders. */
export type TextValues = Record<string, string | number | Date>;

/** Formats a text in the shop's locale. */
export type Translate = (text: Text, values?: TextValues) => string;

/**
 * Declares a feature's visible strings. `defineTexts('mail', { title: 'Outbox' }).title` has the
 * key `mail.title`, by which a shop can replace the message.
 */
export function defineTexts<const Messages extends Record<string, string>>(
  feature: string,
  messages: Messages,
): { readonly [Name in keyof Messages]: Text } {
  const entries = Object.entries(messages).map(([name, message]) => [name, { key: `${feature}.${name}`, message }]);
  return Object.fromEntries(entries);
}

/** @param replacements messages by key that replace the English messages */
export function createTranslate(locale: string, replacements: Readonly<Record<string, string>> = {}): Translate {
  const formats = new Map<string, (values: TextValues | undefined) => string>();
  let zone = getZoneVersion();
  return (text, values) => {
    if (zone !== getZoneVersion()) {
      formats.clear();
      zone = getZoneVersion();
    }
    let format = formats.get(text.key);
    if (format === undefined) {
      format = createFormat(replacements[text.key] ?? text.message, locale);
      formats.set(text.key, format);
    }
    return format(values);
  };
}

function createFormat(message: string, locale: string): (values: TextValues | undefined) => string {
  const format = parseMessage(message, locale);
  if (typeof format === 'string') return () => format;
  if (!/^(?:[^{}<']|\{\w+\})*$/.test(message)) return (values) => String(format.format(values));
  // Most messages have only plain placeholders, and joining their pieces is ten times faster than formatting.
  const pieces = message.split(/\{(\w+)\}/);
  return (values) => joinPieces(pieces, values) ?? String(format.format(values));
}

/**
 * @param pieces literal texts, with names of placeholders between them
 * @returns null for a value that is neither a text nor a number
 */
function joinPieces(pieces: readonly string[], values: TextValues | undefined): string | null {
  let joined = '';
  for (const [index, piece] of pieces.entries()) {
    const part = index % 2 === 0 ? piece : values?.[piece];
    if (typeof part !== 'string' && typeof part !== 'number') return null;
    joined += part;
  }
  return joined;
}

/**
 * Parses a message in ICU syntax. A message without syntax stays a string.
 * @throws SyntaxError with a `location` when the syntax is broken
 */
export function parseMessage(message: string, locale: string): IntlMessageFormat | string {
  return /[{<']/.test(message) ? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }) : message;
}
