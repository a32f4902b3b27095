import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FormProblem } from '#platform/forms/field.ts';
import type { SecretOptions } from '#platform/forms/kinds/secret.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { listNamedFields, type NamedField, type OpenForm } from './form-parts.ts';

/**
 * A fingerprint of each field's value when the form was opened, by name. It travels in the form and is not
 * signed: a forged version can only do what typing the same values does. Its length does not depend on the values.
 */
export type FormVersion = ReadonlyMap<string, string>;

export const versionField = '_version';
const choicePrefix = '_keep.';

const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 12);

const isSecret = ({ kind }: Field): boolean => kind.name === 'secret';
const isFile = ({ kind }: Field): boolean => kind.name === 'file';

/** Fingerprint of a stored value. For a secret only the time when it was set counts. */
function fingerprintStored(field: Field, value: unknown): string {
  if (isSecret(field)) return hash((field as unknown as SecretOptions).setAt);
  return isFile(field) ? '' : hash(value);
}

/** Fingerprint of a typed value. An empty secret and a missing file change nothing. */
function fingerprintTyped(field: Field, value: unknown, base: string | undefined): string | undefined {
  if (isSecret(field)) return value === undefined ? base : 'typed';
  if (isFile(field)) return (value as readonly unknown[]).length === 0 ? base : 'typed';
  return hash(value);
}

export function getVersion(open: OpenForm): FormVersion {
  const fields = listNamedFields(open).filter(({ field }) => !isFile(field));
  return new Map(fields.map(({ name, field, key, part }) => [name, fingerprintStored(field, part.values[key])]));
}

export const writeVersion = (version: FormVersion): string =>
  [...version].map(([name, fingerprint]) => `${name}:${fingerprint}`).join(' ');

export function readVersion(text: string): FormVersion {
  const pairs = text.split(' ').map((pair) => pair.split(':', 2) as [string, string?]);
  return new Map(pairs.map(([name, fingerprint = '']) => [name, fingerprint]));
}

/** Whether the typed values differ from the values that the form was opened with. */
export const isChangedSince = (open: OpenForm, typed: ReadonlyMap<string, unknown>, base: FormVersion): boolean =>
  listNamedFields(open).some(({ name, field }) => {
    const old = base.get(name);
    return fingerprintTyped(field, typed.get(name), old) !== old && !isFile(field);
  });

export interface Conflict extends NamedField {
  readonly mine: unknown;
  readonly theirs: unknown;
  /**
   * Name of the radio buttons. It contains the fingerprint of the other value, so that a choice made for an older
   * value does not count.
   */
  readonly choice: string;
}

export interface Merge {
  /**
   * Values by name: the actor's values, and the other person's where only that person changed a field or was chosen.
   */
  readonly values: ReadonlyMap<string, unknown>;
  /** Fields that only the other person changed, or in which the form has merged both changes. */
  readonly merged: readonly NamedField[];
  /** Nothing is saved while there are conflicts, so that no change is lost silently. */
  readonly conflicts: readonly Conflict[];
  /** Version of the form that is shown again, including the merged changes. */
  readonly version: FormVersion;
}

/**
 * Merges the typed values with the values that are stored now.
 * @param open the form as it is stored now
 * @param form the body, with the choices between two values
 */
export function mergeValues(
  open: OpenForm,
  typed: ReadonlyMap<string, unknown>,
  base: FormVersion,
  form: FormBody,
): Merge {
  const [values, version] = [new Map(typed), new Map(base)];
  const merged: NamedField[] = [];
  const conflicts: Conflict[] = [];
  for (const named of listNamedFields(open)) {
    const { name, field, key, part } = named;
    const [mine, theirs] = [typed.get(name), part.values[key]];
    const [old, now] = [base.get(name), fingerprintStored(field, theirs)];
    const own = fingerprintTyped(field, mine, old);
    if (own === now || old === now || open.loaded.subject === null || isFile(field)) continue;
    const choice = `${choicePrefix}${name}.${now}`;
    const chosen = readSingleLine(form, choice);
    if (own === old || chosen === 'theirs') {
      values.set(name, isSecret(field) ? undefined : theirs);
      version.set(name, now);
      merged.push(named);
    } else if (chosen !== 'mine') conflicts.push({ ...named, mine, theirs, choice });
  }
  return { values, merged, conflicts, version };
}

export interface ShownConflict extends Pick<Conflict, 'name' | 'choice'> {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly comparison?: ReactNode;
}

/** Merges the fields that both people changed, where the form can. */
export async function mergeConflicts(
  shop: Shop,
  tx: Tx,
  { form, id }: OpenForm,
  base: FormVersion,
  merge: Merge,
): Promise<Merge> {
  const { mergeField } = form;
  if (!mergeField || id === null || merge.conflicts.length === 0) return merge;
  const [values, version] = [new Map(merge.values), new Map(merge.version)];
  const merged = [...merge.merged];
  const conflicts: Conflict[] = [];
  for (const conflict of merge.conflicts) {
    const { name, key, mine, theirs, part, field } = conflict;
    const isBase = (value: unknown) => hash(value) === base.get(name);
    const both = part.extension ? undefined : await mergeField(shop, tx, { id, key, mine, theirs, isBase });
    if (both === undefined) conflicts.push(conflict);
    else {
      values.set(name, both);
      version.set(name, fingerprintStored(field, theirs));
      merged.push(conflict);
    }
  }
  return { values, version, merged, conflicts };
}

export interface TypedState {
  readonly form: FormBody;
  readonly version: string;
  readonly problems?: readonly FormProblem[];
  readonly conflicts?: readonly ShownConflict[];
}

/** The choices that were made, to keep them when the form is shown again for another reason. */
export const listChoices = (form: FormBody): readonly (readonly [string, string])[] =>
  Object.keys(form)
    .filter((name) => name.startsWith(choicePrefix))
    .map((name) => [name, readSingleLine(form, name)]);
