import { getFreeTextName } from '../contract.ts';
import type { ChoiceField, NamedField } from '../definition/field.ts';
import type { ContactForm } from '../definition/form.ts';
import { listFields } from '../definition/form-fields.ts';
import { type FormValues, getValues, groupEntries, listTexts } from '../rules/form-values.shared.ts';
import type { FormEntry } from '../rules/rule.shared.ts';

export interface MailValue {
  /** The text after the pipe of a choice, else as `raw`. */
  readonly value: string;
  /** What was typed or chosen. */
  readonly raw: string;
}

/** Hidden fields are empty. Several values are separated by commas. */
export function listMailValues(
  { layout }: Pick<ContactForm, 'layout'>,
  entries: Iterable<FormEntry>,
  hidden: ReadonlySet<string>,
  prefix: string,
): ReadonlyMap<string, MailValue> {
  const values = groupEntries(entries);
  return new Map(
    listFields(layout).map((field) => {
      if (hidden.has(field.name)) return [field.name, { value: '', raw: '' }];
      return [field.name, describeValue(field, values, prefix)];
    }),
  );
}

function describeValue(field: NamedField, values: FormValues, prefix: string): MailValue {
  const texts = listTexts(values, field.name);
  if (field.kind === 'select' || field.kind === 'radio' || field.kind === 'checkbox') {
    return describeChoice(field, texts, listTexts(values, getFreeTextName(prefix, field.name))[0]);
  }
  const raw = describeTexts(field, values, texts);
  return { value: raw, raw };
}

function describeTexts(field: NamedField, values: FormValues, texts: readonly string[]): string {
  if (field.kind === 'file')
    return getValues(values, field.name)
      .files.map(({ name }) => name)
      .join(', ');
  if (field.kind !== 'acceptance') return texts.join(', ');
  return texts.length > 0 ? field.content.map(({ text }) => text).join('') : '';
}

/** The other text follows the last option. */
function describeChoice(field: ChoiceField, chosen: readonly string[], freeText: string | undefined): MailValue {
  const last = field.options.at(-1)?.value;
  const describe = (text: string, shown: string) =>
    field.kind !== 'select' && field.hasFreeText && text === last && freeText ? `${shown} ${freeText}` : shown;
  const findMailValue = (text: string) => field.options.find(({ value }) => value === text)?.mailValue ?? text;
  return {
    value: chosen.map((text) => describe(text, findMailValue(text))).join(', '),
    raw: chosen.map((text) => describe(text, text)).join(', '),
  };
}
