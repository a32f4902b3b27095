import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { type FieldRecord, listFields } from '#platform/forms/field.ts';
import { createValuesSchema, readForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { BulkAction } from './bulk-action.ts';

/** Values by the keys of the fields. JSON, since it is stored with the run. */
export interface RunInput {
  readonly all?: object;
  /** Values by id of the row. */
  readonly rows?: Readonly<Record<string, object>>;
}

export type StoredInput = Required<RunInput> | null;

type AskingAction = Pick<BulkAction, 'name' | 'fields' | 'perRow'>;

export const maxRowsWithInput = 50;
/** Characters of an input as JSON. The database allows somewhat more. */
export const maxInputLength = 80_000;

export const asksForInput = ({ fields, perRow }: AskingAction): boolean => fields !== undefined || perRow !== undefined;

const unstorable = ['secret', 'file'];

function listKinds(fields: FieldRecord): string[] {
  return listFields(fields).flatMap(({ field }) => [
    field.kind.name,
    ...('fields' in field ? listKinds(field.fields as FieldRecord) : []),
  ]);
}

/** @returns a text about wrong fields of an action; undefined when the fields are valid */
export function findFieldProblem(shop: Shop, { name, fields, perRow }: AskingAction): string | undefined {
  const [all, each] = [fields?.(shop) ?? {}, perRow?.(shop) ?? {}];
  const stored = [...listKinds(all), ...listKinds(each)].find((kind) => unstorable.includes(kind));
  if (stored) return `the bulk action '${name}' asks for a ${stored}, which can't be stored with a run`;
  const twice = Object.keys(each).find((key) => key in all);
  return twice && `the bulk action '${name}' asks for '${twice}' once and for each row`;
}

/**
 * Creates a schema of the types of an input. Limits are checked only when a run begins: when it continues, a value
 * that was allowed then may be out of date.
 */
export function createInputSchema(shop: Shop, action: AskingAction): z.ZodType<StoredInput> {
  if (!asksForInput(action)) return z.null();
  return z.strictObject({
    all: createValuesSchema(action.fields?.(shop) ?? {}).prefault({}),
    rows: z.record(z.string().regex(/^[1-9]\d{0,14}$/), createValuesSchema(action.perRow?.(shop) ?? {})).prefault({}),
  });
}

/**
 * Checks the input of a new run.
 * @param ids ids of the rows; null when a query finds them
 * @throws for values that the fields refuse, for rows without input and for input without a row
 */
export function checkInput(
  shop: Shop,
  action: AskingAction,
  given: RunInput | undefined,
  ids: readonly number[] | null,
): StoredInput {
  const refuse = (why: string) => new TypeError(`the input of '${action.name}' is not valid: ${why}`);
  const problem = findFieldProblem(shop, action);
  if (problem) throw refuse(problem);
  const input = createInputSchema(shop, action).parse(given ?? (asksForInput(action) ? {} : null));
  if (input === null) return null;
  const { t } = shop;
  const [all, each] = [action.fields?.(shop) ?? {}, action.perRow?.(shop) ?? {}];
  const [asked, answered] = [new Set(action.perRow ? ids?.map(String) : []), Object.keys(input.rows)];
  if (action.perRow && ids === null) throw refuse('a query has no rows to ask for');
  if (asked.size > maxRowsWithInput) throw refuse(`at most ${maxRowsWithInput} rows are asked for`);
  const wrong = [...asked].find((id) => !(id in input.rows)) ?? answered.find((id) => !asked.has(id));
  if (wrong !== undefined) throw refuse(`row ${wrong} was not asked for it, or has none`);
  const read = (values: object, fields: FieldRecord) => readForm({ t, form: toForm(values, fields) }, fields).problems;
  const problems = [...read(input.all, all), ...Object.values(input.rows).flatMap((values) => read(values, each))];
  if (problems[0]) throw refuse(problems[0].message);
  if (JSON.stringify(input).length > maxInputLength) throw refuse('it is too long');
  return input;
}

export function pickInput(input: StoredInput, id: number): object | null {
  return input && { ...input.all, ...input.rows[id] };
}
