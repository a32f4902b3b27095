import type { IntlMessageFormat } from 'intl-messageformat';
import { parseMessage, type Text, type TextsDefinition } from './texts.ts';

/**
 * Checks the messages by which a shop replaces default ones.
 * @param given `texts` of `shop.config.ts`
 * @returns the problems: unknown keys, broken ICU syntax, placeholders that the default lacks
 */
export function checkTexts(given: Readonly<Record<string, string>>, definitions: readonly TextsDefinition[]): string[] {
  const texts = definitions.flatMap((definition) => Object.values(definition));
  const known = new Map(texts.map((text) => [text.key, text]));
  return Object.entries(given).flatMap(([key, message]) => {
    const text = known.get(key);
    if (!text) return [`texts['${key}']: no feature has a text of this key${suggestKeys(key, [...known.keys()])}`];
    return findMessageProblems(text, message).map((problem) => `texts['${key}']: ${problem}`);
  });
}

function findMessageProblems(text: Text, message: string): string[] {
  const allowed = listPlaceholders(text.message);
  try {
    const unknown = listPlaceholders(message).filter((name) => !allowed.includes(name));
    const expected = allowed.length === 0 ? 'none' : allowed.map((name) => `{${name}}`).join(', ');
    return unknown.map((name) => `{${name}} is no placeholder of this text, which has ${expected}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { location } = error as { location?: { start: { offset: number } } };
    const place = location ? ` at character ${location.start.offset + 1}` : '';
    return [`expected an ICU message, found ${error.message}${place} of “${message}”`];
  }
}

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

/** `TYPE.literal` of the parser, which does not export it at run time. */
const literalType = 0;

/** Lists the distinct names of a message's placeholders. The names do not depend on the locale. */
function listPlaceholders(message: string): string[] {
  const parsed = parseMessage(message, 'en');
  return typeof parsed === 'string' ? [] : [...new Set(parsed.getAst().flatMap(listNames))];
}

function listNames(element: MessageElement): string[] {
  const name = element.type !== literalType && 'value' in element ? [element.value] : [];
  const nested = 'options' in element ? Object.values(element.options).flatMap(({ value }) => value) : [];
  return [...name, ...nested.flatMap(listNames)];
}

const maxSuggestionDistance = 2;

/** Suggests keys that differ by a typing error, or else keys with the same name in other features. */
function suggestKeys(key: string, known: readonly string[]): string {
  const similar = known.filter((other) => getEditDistance(key, other) <= maxSuggestionDistance);
  const sameName = known.filter((other) => getName(other) === getName(key));
  const suggested = similar.length > 0 ? similar : sameName;
  return suggested.length === 0 ? '' : `; did you mean ${suggested.map((other) => `'${other}'`).join(' or ')}?`;
}

const getName = (key: string) => key.slice(key.lastIndexOf('.') + 1);

/** Levenshtein distance. */
function getEditDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let i = 1; i <= first.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= second.length; j += 1) {
      const substituted = (above[j - 1] ?? 0) + (first[i - 1] === second[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row[second.length] ?? 0;
}
