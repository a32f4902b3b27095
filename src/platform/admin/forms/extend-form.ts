import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, FormProblem, ValuesOf } from '#platform/forms/field.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { AdminForm } from './form.ts';

/**
 * Fields that a feature adds to a form of another feature: kept in a table of its own, saved in the same transaction.
 */
export interface FormAdditions<Own extends FieldRecord = FieldRecord> {
  /** Prefix of the field names, such as `gift`. Permanent, since audit entries contain it. */
  readonly name: string;
  readonly title: Text;
  readonly help?: Text;
  /** Name of a permission that is required besides that of the form. Staff without it do not see the fields. */
  readonly requires?: string;
  readonly fields: (shop: Shop) => Own;
  /** @param id null for a new object */
  readonly load: (shop: Shop, db: Db, id: number | null) => Promise<ValuesOf<NoInfer<Own>>>;
  /** Runs after the form has saved the object, whose row is locked. */
  readonly save: (
    shop: Shop,
    tx: Tx,
    id: number,
    values: ValuesOf<NoInfer<Own>>,
    actor: Actor,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly problems: readonly FormProblem[] }>;
}

export interface FormExtension extends FormAdditions {
  readonly kind: 'form';
  readonly target: string;
}

/**
 * Adds fields to a form: `extends: [...extendForm(productForm, { name: 'gift', fields, … })]` in `shop.config.ts`.
 */
export function extendForm<const Own extends FieldRecord>(
  { name }: Pick<AdminForm, 'name'>,
  additions: FormAdditions<Own>,
): readonly FormExtension[] {
  // The cast is safe: the kit passes the values of these fields to these functions only.
  return [{ ...(additions as unknown as FormAdditions), kind: 'form', target: name }];
}

interface Declared {
  readonly permissions: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly extensions: readonly FormExtension[];
}

export function findFormProblems(
  forms: readonly AdminForm[],
  { permissions, kinds, extensions }: Declared,
): readonly string[] {
  const missing = (what: string, requires: string | undefined) =>
    requires === undefined || permissions.has(requires)
      ? []
      : [`${what} requires '${requires}', but no listed feature declares this permission`];
  const own = forms.flatMap(({ name, requires, subject }) => [
    ...missing(`the form '${name}'`, requires),
    ...(kinds.has(subject) ? [] : [`the form '${name}' is about '${subject}', which is no kind of the audit`]),
  ]);
  const added = extensions.flatMap((extension, index) => {
    const what = `the part '${extension.name}' of the form '${extension.target}'`;
    const isTwice = extensions.some(
      (each, other) => other < index && each.target === extension.target && each.name === extension.name,
    );
    return [
      ...missing(what, extension.requires),
      ...(isTwice ? [`${what} was added twice`] : []),
      ...(/^[a-z][a-z0-9-]*$/i.test(extension.name) ? [] : [`${what} needs a name of letters, digits and -`]),
      ...(forms.some(({ name }) => name === extension.target)
        ? []
        : [`the form '${extension.target}' is extended, but no listed feature owns it`]),
    ];
  });
  return [...own, ...added];
}
