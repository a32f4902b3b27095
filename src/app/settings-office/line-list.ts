import type { Field } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { text } from '#platform/forms/kinds.ts';
import { readForm } from '#platform/forms/read-form.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { SettingControl } from './control.ts';
import { settingsTexts as texts } from './texts.ts';

const maxLineListLength = 100_000;

export interface LineColumn {
  readonly name: string;
  readonly control: SettingControl;
  /** Whether a cell has several values, separated by commas. */
  readonly isList: boolean;
}

interface LineListInput {
  readonly t: Translate;
  readonly look: FieldLook;
  readonly columns: readonly LineColumn[];
  readonly max: number;
}

/** A backslash before a separator escapes it. */
function splitAt(typed: string, separator: string): string[] {
  const parts = [''];
  for (const [token] of typed.matchAll(/\\.|[\s\S]/g)) {
    if (token === separator) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts.map((part) => part.trim());
}

const escapeCell = (value: string): string => value.replace(/[\\|,]/g, '\\$&');
const unescapeCell = (value: string): string => value.replace(/\\(.)/gs, '$1');

/**
 * Creates the control of a list with more rows than a form may have fields: a text with one row per line, `mug, cup |
 * beaker`. A backslash escapes separators that are part of a value.
 */
export function createLineList({ t, look, columns, max }: LineListInput): SettingControl {
  const names = columns.map(({ control: { field } }) => field.label).join(' | ');
  const hint = [look.hint, t(texts.rowsHint, { columns: names })].filter(Boolean).join(' ');
  const readLine = (line: string) => {
    const cells = splitAt(line, '|');
    const rest = cells.slice(columns.length).some((cell) => cell !== '');
    const values = columns.map((column, index) => readCell(t, column, cells[index] ?? ''));
    return { values, isValid: !rest && values.every(({ problems }) => problems === 0) };
  };
  return {
    field: text({
      ...{ ...look, hint, max: maxLineListLength },
      isValid: (typed) => toLines(typed).length <= max && toLines(typed).every((line) => readLine(line).isValid),
      invalid: t(texts.rowsInvalid, { columns: names, max }),
    }),
    toField: (value) => (Array.isArray(value) ? value.map((row) => writeLine(columns, row)).join('\n') : ''),
    toValue: (typed) =>
      toLines(String(typed)).map((line) => {
        const { values } = readLine(line);
        return Object.fromEntries(
          columns.flatMap(({ name, control }, index) => {
            const value = control.toValue(values[index]?.value);
            return value === undefined ? [] : [[name, value] as const];
          }),
        );
      }),
  };
}

const toLines = (typed: string): string[] => typed.split('\n').filter((line) => line.trim() !== '');

/** Writes a row as a line, without its empty last cells. */
function writeLine(columns: readonly LineColumn[], row: Readonly<Record<string, unknown>>): string {
  const cells = columns.map((column) => writeCell(column, row[column.name]));
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ');
}

/** Writes a cell as the form would show the value in the column's field. */
function writeCell({ control: { field, toField } }: LineColumn, value: unknown): string {
  const typed = field.kind.toForm(toField(value) as never, 'cell', field).cell ?? '';
  return [typed]
    .flat()
    .flatMap((each) => each.split('\n'))
    .filter((each) => each !== '')
    .map(escapeCell)
    .join(', ');
}

function readCell(t: Translate, { control: { field }, isList }: LineColumn, cell: string) {
  const parts = isList ? splitAt(cell, ',') : [cell];
  const values = parts.map(unescapeCell).filter((part) => part !== '');
  const fields: Readonly<Record<string, Field>> = { cell: field };
  const form = { cell: field.kind.name === 'choices' ? values : values.join('\n') };
  const { value, problems } = readForm({ t, form }, fields);
  return { value: value.cell, problems: problems.length };
}
