import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, FormProblem, FormRecord, ValuesOf } from '#platform/forms/field.ts';
import type { FileLimits } from '#platform/http/bodies/receive-files.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

export interface LoadedForm<Values, Subject> {
  readonly values: Values;
  /** The object, for fields and rules that depend on it. Null when the object does not exist yet. */
  readonly subject: Subject | null;
  /** The current name of the object, such as `SUMMER10`. Empty for a new object. */
  readonly label: string;
  /** The customer whose personal data the values are, as in `AuditEntry`. */
  readonly customerId?: number | null;
}

export interface LoadOptions {
  /** Whether to lock the row (`for no key update`) until the transaction ends. */
  readonly isLocking: boolean;
}

/** Paths of problems are names of fields: `code`, `places.2.country`. Problems undo what `save` has written. */
export type SaveResult =
  | {
      readonly ok: true;
      readonly id: number;
      /**
       * Effects besides the fields. They are recorded, so that the request counts as done even if no field changed.
       */
      readonly alsoDone?: AuditValues;
    }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

export interface FormSection<Name extends string = string> {
  readonly title: Text;
  readonly help?: Text;
  /** Keys of the fields of this section. Fields that no section names come last. */
  readonly fields: readonly Name[];
  /** Whether the section is collapsed to one line until somebody opens it: for long content that rarely changes. */
  readonly isFolded?: boolean;
}

/**
 * A form of the back office. The definition creates its page, its mutation, its JSON call, its audit entries and its
 * conflict handling.
 */
export interface AdminFormDefinition<Own extends FieldRecord, Subject> {
  /** `feature.verb-noun`. Permanent, since it names the mutation and the entries in the audit. */
  readonly name: string;
  /** Describes the form for programmers. */
  readonly description: string;
  /**
   * Made with `adminPath`: `coupons/:id`. A path without `:id` means that only one object exists, such as the shop's
   * address.
   */
  readonly path: string;
  /** Name of the permission to see and to save the form. */
  readonly requires: string;
  /** Whether saving requires a recent sign-in. */
  readonly requiresFresh?: true;
  /** Kind of the object in the audit, such as `coupon`. */
  readonly subject: string;
  /** Title of the page. Default: the label of the object. */
  readonly title?: Text;
  /** Title of the page of a new object, at `…/new`. Absent when the form can't create objects. */
  readonly create?: Text;
  /** The list that the page links back to. */
  readonly back?: { readonly path: string; readonly text: Text };
  readonly fields: (shop: Shop, subject: Subject | null) => Own;
  /**
   * Loads the object, or the initial values of a new one.
   * @param id null for a new object, and where only one object exists
   * @returns null when there is no such object
   */
  readonly load: (
    shop: Shop,
    db: Db,
    id: number | null,
    options: LoadOptions,
  ) => Promise<LoadedForm<ValuesOf<Own>, Subject> | null>;
  /**
   * Writes all values of the object, including values that somebody else changed meanwhile. `load` has locked its row
   * in the same transaction. The transaction may be repeated, so `save` changes only the database and queues jobs for
   * other effects.
   */
  readonly save: (
    shop: Shop,
    tx: Tx,
    values: ValuesOf<NoInfer<Own>>,
    loaded: LoadedForm<ValuesOf<NoInfer<Own>>, NoInfer<Subject>> & { readonly id: number | null },
    actor: Actor,
  ) => Promise<SaveResult>;
  /**
   * Merges the changes of two people to one field, such as a tree in which they changed different parts.
   * @returns undefined when the changes can't be merged: then the person who saves later chooses one of both values
   */
  readonly mergeField?: (
    shop: Shop,
    tx: Tx,
    field: {
      readonly id: number;
      readonly key: string;
      readonly mine: unknown;
      readonly theirs: unknown;
      /** Whether a value is the one that the form was opened with. */
      readonly isBase: (value: unknown) => boolean;
    },
  ) => Promise<unknown>;
  /** Called after the commit of each save, for what this process keeps of the object in memory. */
  readonly onSaved?: (shop: Shop) => Promise<void>;
  readonly layout?: readonly FormSection<keyof NoInfer<Own> & string>[];
  /** Limits of uploaded files, when the form has file fields. */
  readonly files?: (shop: Shop) => FileLimits;
  /** The page after saving. Default: the page of the object. */
  readonly after?: (id: number) => string;
}

/** A form whose type parameters are erased, for lists of forms. */
export type AdminForm = AdminFormDefinition<FieldRecord, unknown>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly adminForms: readonly AdminForm[];
  }
}

/** Defines a form. Name it in `Feature.admin.forms`, or as the form of a record. */
export function defineAdminForm<const Own extends FormRecord, Subject>(
  definition: AdminFormDefinition<Own, Subject>,
): AdminForm {
  // The cast is safe: a form passes the subject and values of `load` and of its fields to its own functions only.
  return definition as unknown as AdminForm;
}

/** The path of an object's page, or of the page of a new object when `id` is null. */
export function getFormPath({ path }: Pick<AdminForm, 'path'>, id: number | null): string {
  return path.replace(':id', id === null ? 'new' : String(id));
}

const hasOneObject = ({ path }: Pick<AdminForm, 'path'>): boolean => !path.includes(':id');

/**
 * Reads the id of a path.
 * @returns undefined when no object can have the id; null for a new object, and where only one object exists
 */
export function readFormId(form: Pick<AdminForm, 'path' | 'create'>, params: unknown): number | null | undefined {
  if (hasOneObject(form)) return null;
  const { id = 'new' } = params as { readonly id?: string };
  if (id === 'new') return form.create ? null : undefined;
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
