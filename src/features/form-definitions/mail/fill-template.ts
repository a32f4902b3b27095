import { formatFieldDate } from './format-date.ts';
import type { FilledTag, MailPart, MailTag } from './mail-tags.ts';

export interface MailValue {
  readonly value: string;
  /** What was typed or chosen. */
  readonly raw: string;
}

export interface MailFacts {
  readonly values: ReadonlyMap<string, MailValue>;
  readonly special: Readonly<Record<FilledTag, string>>;
  /** BCP 47, for names of days and months. */
  readonly locale: string;
}

/**
 * How values are put in. `line` is for headers and subjects: it has no line break, so that no value can
 * add a header. `html` escapes values and keeps their line breaks.
 */
export type MailFormat = 'line' | 'text' | 'html';

/** Fills the tags of a template. Values are never read as tags themselves. */
export function fillTemplate(parts: readonly MailPart[], facts: MailFacts, format: MailFormat): string {
  const text = parts
    .map((part) => (typeof part === 'string' ? part : formatValue(getValue(part, facts), format)))
    .join('');
  return format === 'line' ? toLine(text) : text;
}

/** Leaves out the lines whose tags are all empty. */
export function fillWithoutBlankLines(parts: readonly MailPart[], facts: MailFacts, format: MailFormat): string {
  const kept = splitLines(parts).filter((line) => {
    const tags = line.filter((part) => typeof part !== 'string');
    return tags.length === 0 || tags.some((tag) => getValue(tag, facts).trim() !== '');
  });
  return kept.map((line) => fillTemplate(line, facts, format)).join('\n');
}

function splitLines(parts: readonly MailPart[]): MailPart[][] {
  const lines: MailPart[][] = [[]];
  for (const part of parts) {
    const [first, ...rest] = typeof part === 'string' ? part.split(/\r?\n/) : [part];
    if (first !== undefined) lines.at(-1)?.push(first);
    for (const text of rest) lines.push([text]);
  }
  return lines;
}

function getValue(tag: MailTag, { values, special, locale }: MailFacts): string {
  if (tag.kind === 'empty') return '';
  if (tag.kind === 'special') return special[tag.name];
  const { value = '', raw = '' } = values.get(tag.field) ?? {};
  if (tag.kind === 'field') return value;
  return tag.kind === 'raw' ? raw : formatFieldDate(raw, tag.format, locale);
}

const toLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function formatValue(value: string, format: MailFormat): string {
  if (format === 'line') return toLine(value);
  if (format === 'text') return value;
  return value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign).replace(/\r?\n/g, '<br>\n');
}
