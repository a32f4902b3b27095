import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import {
  type DoneRequest,
  findDoneRequest,
  hashRequest,
  type RequestIdentity,
  toRequestLock,
} from '#platform/admin/audit/done-requests.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FormProblem, PickerContext } from '#platform/forms/field.ts';
import type { MoneyOptions } from '#platform/forms/kinds/numbers.tsx';
import { loadRecordNames } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { Money } from '#platform/money/money.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import type { AdminForm } from './form.ts';
import { listNamedFields, loadForm, type NamedField, type OpenForm, pickValues, readParts } from './form-parts.ts';
import { type Merge, mergeConflicts, mergeValues, readVersion, type ShownConflict } from './merge.ts';
import { adminFormTexts as texts } from './texts.ts';

export interface SentValues {
  readonly id: number | null;
  /** Typed values, or the values of a call in the format of a form. */
  readonly form: FormBody;
  readonly version: string;
  readonly files?: readonly ReceivedFile[] | undefined;
  /** Identifies a form of a page, so that a form that is sent again after a lost answer is saved once. */
  readonly request?: RequestIdentity | null;
}

export type SaveFailure =
  | { readonly ok: false; readonly code: 'not_found' }
  | {
      readonly ok: false;
      readonly code: 'FORM_INVALID';
      readonly open: OpenForm;
      readonly problems: readonly FormProblem[];
    }
  | {
      readonly ok: false;
      readonly code: 'FORM_CONFLICT';
      readonly open: OpenForm;
      readonly merge: Merge;
      readonly conflicts: readonly ShownConflict[];
      /** Problems of the typed values with the fields as they are now. */
      readonly problems: readonly FormProblem[];
    };

export type SaveOutcome =
  | {
      readonly ok: true;
      readonly open: OpenForm & { readonly id: number | null };
      readonly merged: readonly NamedField[];
    }
  | SaveFailure;

/** Characters to which a value is cut when its field shows a comparison below it. */
const comparedLength = 200;

/** Thrown to roll back what was written. */
class SaveRefused extends Error {
  readonly failure: SaveFailure;

  constructor(failure: SaveFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/**
 * Saves a form in one transaction: locks the object, merges the typed values with the values that are stored now,
 * writes all parts and the audit entry.
 */
export async function saveForm(shop: Shop, form: AdminForm, sent: SentValues, actor: Actor): Promise<SaveOutcome> {
  try {
    const { request = null } = sent;
    const work = async (tx: Tx): Promise<SaveOutcome> => {
      const { done, availableRequest } = await findRequestUse(tx, form, request);
      if (done) return findSaved(shop, tx, form, done, actor);
      const open = await loadForm(shop, tx, form, { id: sent.id, actor, isLocking: true });
      if (open === null) throw new SaveRefused({ ok: false, code: 'not_found' });
      const { values, problems } = readParts({ t: shop.t, form: sent.form, files: sent.files }, open);
      if (problems.length > 0) throw new SaveRefused({ ok: false, code: 'FORM_INVALID', open, problems });
      const base = readVersion(sent.version);
      const merge = await mergeConflicts(shop, tx, open, base, mergeValues(open, values, base, sent.form));
      if (merge.conflicts.length > 0) throw new SaveRefused(await toConflict({ shop, db: tx, actor }, open, merge));
      const { id, alsoDone } = await saveParts(shop, tx, open, merge, actor);
      const saved = await loadForm(shop, tx, form, { id, actor });
      if (saved === null) throw new Error(`the form '${form.name}' does not find ${id}, which it has saved`);
      const save = { before: open, after: saved, typed: merge.values, alsoDone, request: availableRequest };
      await recordSave(tx, save, actor);
      return { ok: true, open: saved, merged: merge.merged };
    };
    const locks = request ? { locks: [toRequestLock(request.requestKey)] } : {};
    const outcome = await inTransaction(shop.db, work, { ...locks, rechecks: true });
    await form.onSaved?.(shop);
    return outcome;
  } catch (error) {
    if (error instanceof SaveRefused) return error.failure;
    throw error;
  }
}

interface RequestUse {
  /** The earlier request of the same form with the same values; null when there was none. */
  readonly done: DoneRequest | null;
  /** The request under which the save is recorded; null when no key is free. */
  readonly availableRequest: RequestIdentity | null;
}

/**
 * A page may be sent again with other values, which makes another request. Its key is made of both, so that it is
 * done once, too.
 */
async function findRequestUse(tx: Tx, form: AdminForm, request: RequestIdentity | null): Promise<RequestUse> {
  const isDone = (found: DoneRequest | null) => found?.isSame === true && found.action === form.name;
  const first = request && (await findDoneRequest(tx, request));
  if (!request || !first) return { done: null, availableRequest: request };
  if (isDone(first)) return { done: first, availableRequest: null };
  const other = { ...request, requestKey: hashRequest(request) };
  const second = await findDoneRequest(tx, other);
  return isDone(second)
    ? { done: second, availableRequest: null }
    : { done: null, availableRequest: second ? null : other };
}

async function findSaved(
  shop: Shop,
  tx: Tx,
  form: AdminForm,
  { subjectId }: DoneRequest,
  actor: Actor,
): Promise<SaveOutcome> {
  const id = form.path.includes(':id') ? Number(subjectId) : null;
  const open = await loadForm(shop, tx, form, { id, actor });
  if (open === null) throw new SaveRefused({ ok: false, code: 'not_found' });
  return { ok: true, open, merged: [] };
}

async function toConflict(context: PickerContext, open: OpenForm, merge: Merge): Promise<SaveFailure> {
  const { t, choices } = context.shop;
  const both = merge.conflicts.flatMap(({ field, mine, theirs }) => [[field, mine] as const, [field, theirs] as const]);
  const names = await loadRecordNames(context, both);
  const toText = (field: Field, value: unknown) => {
    const text = field.kind.toText(value, field, { t, locale: choices.locale, names }) || t(texts.nothing);
    return field.kind.compare ? truncateText(text, comparedLength) : text;
  };
  const conflicts = merge.conflicts.map(({ name, field, choice, mine, theirs }) => ({
    ...{ name, choice, label: field.label, mine: toText(field, mine), theirs: toText(field, theirs) },
    ...(field.kind.compare && { comparison: field.kind.compare(mine, theirs, field) }),
  }));
  const problems = conflicts.map(({ name, theirs }) => ({
    field: name,
    message: t(texts.isNow, { value: theirs }),
  }));
  return { ok: false, code: 'FORM_CONFLICT', open, merge, conflicts, problems };
}

interface SavedParts {
  /** Id of the object; null where only one object exists. */
  readonly id: number | null;
  readonly alsoDone: AuditValues;
}

async function saveParts(shop: Shop, tx: Tx, open: OpenForm, { values }: Merge, actor: Actor): Promise<SavedParts> {
  const refuse = (problems: readonly FormProblem[]) =>
    new SaveRefused({ ok: false, code: 'FORM_INVALID', open, problems });
  const { form, loaded, parts } = open;
  const [own, ...added] = parts;
  if (!own) throw new Error(`the form '${form.name}' has no fields`);
  const result = await form.save(shop, tx, pickValues(open, own, values), { ...loaded, id: open.id } as never, actor);
  if (!result.ok) throw refuse(result.problems);
  for (const part of added) {
    const extra = await part.extension?.save(shop, tx, result.id, pickValues(open, part, values), actor);
    if (extra && !extra.ok)
      throw refuse(extra.problems.map((problem) => ({ ...problem, field: `${part.prefix}${problem.field}` })));
  }
  return { id: form.path.includes(':id') ? result.id : null, alsoDone: result.alsoDone ?? {} };
}

interface Save {
  readonly before: OpenForm;
  readonly after: OpenForm;
  /** Typed values by name. For a secret, the audit records only whether one was typed. */
  readonly typed: ReadonlyMap<string, unknown>;
  readonly alsoDone: AuditValues;
  readonly request: RequestIdentity | null;
}

async function recordSave(tx: Tx, { before, after, typed, alsoDone, request }: Save, actor: Actor): Promise<void> {
  const { form, loaded } = after;
  const { customerId = null, label } = loaded;
  await recordAudit(tx, actor, {
    subject: { kind: form.subject, id: after.id ?? form.name, label },
    action: form.name,
    before: before.loaded.subject === null ? null : toAuditValues(before),
    after: { ...toAuditValues(after, typed), ...alsoDone },
    customerId,
    ...(request && { requestKey: request.requestKey, requestHash: hashRequest(request) }),
  });
}

function toAuditValues(open: OpenForm, typed?: ReadonlyMap<string, unknown>): AuditValues {
  const entries = listNamedFields(open).map(({ name, field, key, part }) => {
    const typedValue = typed?.get(name);
    if (field.kind.name === 'file') return [name, typed ? field.kind.toText(typedValue, field, noContext) : ''];
    if (field.kind.name === 'money') return [name, toAuditAmount(part.values[key], field)];
    if (field.kind.name !== 'secret') return [name, part.values[key]];
    return [name, typedValue === undefined ? 'kept' : typedValue === null ? 'removed' : 'replaced'];
  });
  return Object.fromEntries(entries);
}

/** Keeps the amount with its currency, since the shop's currency may change later. */
function toAuditAmount(amount: unknown, field: Field): Money | null {
  return typeof amount === 'number' ? { amount, currency: (field as unknown as MoneyOptions).currency } : null;
}

/** Names of files depend on no language. */
const noContext = { t: () => '', locale: 'en' };
