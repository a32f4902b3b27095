import { type FormValues, groupEntries, listTexts } from './form-values.shared.ts';
import type { FormEntry } from './rule.shared.ts';

/** Shown when the field has one of the values; without values, when it has any. */
export interface ShowCondition {
  readonly field: string;
  readonly values?: readonly string[] | undefined;
}

export interface ConditionalField {
  readonly field: string;
  readonly showWhen: readonly ShowCondition[];
}

function holds({ field, values: wanted }: ShowCondition, values: FormValues): boolean {
  const texts = listTexts(values, field);
  const hasFile = (values.get(field)?.files.length ?? 0) > 0;
  return wanted ? texts.some((text) => wanted.includes(text)) : texts.length > 0 || hasFile;
}

/** Finds the fields that are not shown. A hidden field has no value for conditions after it. */
export function findHiddenFields(
  conditional: readonly ConditionalField[],
  entries: Iterable<FormEntry>,
): ReadonlySet<string> {
  const values = groupEntries(entries);
  const hidden = new Set<string>();
  for (const { field, showWhen } of conditional) {
    if (!showWhen.every((condition) => !hidden.has(condition.field) && holds(condition, values))) hidden.add(field);
  }
  return hidden;
}
