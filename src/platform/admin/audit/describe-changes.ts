import { pickExtensions } from '#platform/admin/extension.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Field, type FieldRecord, listFields, type RecordNames } from '#platform/forms/field.ts';
import { loadRecordNames } from '#platform/forms/show-form.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { findSettingDescription } from '#platform/settings/list-settings.ts';
import { formatPlainValue, toWords } from './format-plain-value.ts';
import type { AuditRow } from './list-audit.ts';
import { readAudit } from './permissions.ts';
import { auditTexts as texts } from './texts.ts';

/**
 * A changed field in the words of its form. A value is null when the field did not exist before or after the change.
 */
export interface DescribedChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

type DescribedChanges = ReadonlyMap<number, readonly DescribedChange[]>;

interface ReaderContext {
  readonly shop: Shop;
  readonly db: Db;
  readonly actor: Actor;
}

interface NamedValue {
  readonly name: string;
  readonly field: Field | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Describes the changes of entries with the labels of fields, and with values as the form shows them. Each picker is
 * called once for the names of its records, however many entries there are.
 */
export async function describeChanges(context: ReaderContext, rows: readonly AuditRow[]): Promise<DescribedChanges> {
  const findFields = createFindFields(context);
  const listed = rows.map((row) => ({ row, values: listValues(row, findFields(row)) }));
  const names = await findNames(
    context,
    listed.flatMap(({ values }) => values),
  );
  return new Map(listed.map(({ row, values }) => [row.id, values.map((each) => describe(context, names, row, each))]));
}

/**
 * Lists the values of an entry. Created and deleted objects are described without empty fields, and a setting by its
 * value only if it has one.
 */
function listValues({ before, after, subjectKind }: AuditRow, fields: ReadonlyMap<string, Field | null>) {
  const isChange = before !== null && after !== null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const isVersion = (name: string) => subjectKind === 'setting' && name === 'version' && names.includes('value');
  return names
    .filter((name) => fields.get(name) !== null && !isVersion(name))
    .map((name): NamedValue => {
      const field = fields.get(name) ?? undefined;
      return { name, field, before: before?.[name], after: after?.[name] };
    })
    .filter((each) => isChange || !(isEmpty(each.before) && isEmpty(each.after)));
}

/** Unticked boxes count as empty, too. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Entries may name fields that no longer exist. When a picker fails, ids are shown instead of names. */
async function findNames(context: ReaderContext, values: readonly NamedValue[]): Promise<RecordNames> {
  const pairs = values.flatMap(({ field, before, after }) =>
    field ? [before, after].filter((value) => isReadable(field, value)).map((value) => [field, value] as const) : [],
  );
  try {
    return await loadRecordNames(context, pairs);
  } catch (err) {
    context.shop.log.error({ err }, 'the records in entries of the audit could not be named');
    return new Map();
  }
}

const isReadable = (field: Field, value: unknown): boolean => field.kind.json(field).safeParse(value).success;

function describe(context: ReaderContext, names: RecordNames, row: AuditRow, each: NamedValue): DescribedChange {
  const { shop } = context;
  const { name, field, before, after } = each;
  const write = (value: unknown) => formatValue(shop, names, field, value) || shop.t(texts.nothing);
  return {
    label: field?.label ?? describeSetting(shop, row, name) ?? toWords(name),
    before: row.before && write(before),
    after: row.after && write(after),
  };
}

function describeSetting(shop: Shop, { subjectKind, subjectId }: AuditRow, name: string): string | null {
  if (subjectKind !== 'setting') return null;
  return name === 'value' ? findSettingDescription(shop, subjectId) : shop.t(texts.hiddenValue);
}

function formatValue(shop: Shop, names: RecordNames, field: Field | undefined, value: unknown): string {
  const { t, choices } = shop;
  if (field && isCutJson(value) && !isReadable(field, value)) return t(texts.tooLong);
  if (!field || field.kind.name === 'secret' || !isReadable(field, value)) return formatPlainValue(shop, value);
  return field.kind.toText(value, field, { t, locale: choices.locale, names });
}

/**
 * Whether a value is a cut JSON text, which the audit keeps of a long list of objects such as the blocks of a page.
 */
const isCutJson = (value: unknown): boolean => typeof value === 'string' && /^\[?\{".*…$/s.test(value);

/**
 * Creates a function that finds the fields of an entry: null when the reader may not see the entry. Fields are made
 * once for each kind.
 */
function createFindFields({ shop, actor }: ReaderContext) {
  const mayReadAll = isPermitted(actor, readAudit.name);
  const known = new Map<string, ReadonlyMap<string, Field | null>>();
  const load = ({ subjectKind, action }: AuditRow) => {
    const list = (make: (() => FieldRecord) | undefined, prefix = '') => listSafely(shop, make, prefix);
    const forms = shop.adminForms.filter(({ subject }) => subject === subjectKind);
    const added = pickExtensions(shop.adminExtensions, 'form')
      .filter(({ target }) => forms.some(({ name }) => name === target))
      .flatMap(({ name, requires, fields }) => {
        const isSeen = mayReadAll || requires === undefined || isPermitted(actor, requires);
        return list(() => fields(shop), `${name}.`).map(([key, field]) => [key, isSeen ? field : null] as const);
      });
    const kind = shop.auditKinds.get(subjectKind)?.fields;
    const entry = shop.adminOperations.get(action)?.entry;
    const bulkAction = shop.bulkActions.get(action.replace(/:undo$/, ''));
    return new Map<string, Field | null>([
      ...list(kind && (() => kind(shop))),
      ...forms.flatMap(({ fields }) => list(() => fields(shop, null))),
      ...added,
      ...list(entry && (() => entry(shop))),
      ...[bulkAction?.fields, bulkAction?.perRow].flatMap((make) => list(make && (() => make(shop)))),
    ]);
  };
  return (row: AuditRow) => {
    const key = `${row.subjectKind} ${row.action}`;
    const fields = known.get(key) ?? load(row);
    known.set(key, fields);
    return fields;
  };
}

/** Catches errors, so that the audit stays readable when the fields of a feature can't be made. */
function listSafely(shop: Shop, make: (() => FieldRecord) | undefined, prefix: string) {
  try {
    return make ? listFields(make(), prefix).map(({ name, field }) => [name, field] as const) : [];
  } catch (err) {
    shop.log.error({ err }, 'the fields that name values of the audit could not be made');
    return [];
  }
}
