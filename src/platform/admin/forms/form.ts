import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, FormProblem, FormRecord, ValuesOf } from '#platform/forms/field.ts';
import type { FileLimits } from '#platform/http/bodies/receive-files.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

/** What a form begins with. */
export interface LoadedForm<Values, Subject> {
  readonly values: Values;
  /** The object, for fields and rules that depend on it. Null: it does not exist yet. */
  readonly subject: Subject | null;
  /** What people call the object now: `SUMMER10`. Empty for a new one. */
  readonly label: string;
  /** Whose personal data the values are, as in `AuditEntry`. */
  readonly customerId?: number | null;
}

export interface LoadOptions {
  /** Whether to lock the row (`for no key update`) until the transaction ends. */
  readonly isLocking: boolean;
}

/** Problems have the names of the fields as paths: `code`, `places.2.country`. They undo what was written. */
export type SaveResult =
  | {
      readonly ok: true;
      readonly id: number;
      /** What was done besides the fields. It is recorded, so that the request counts as done though no field changed. */
      readonly alsoDone?: AuditValues;
    }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

/** One part of the page of a form. */
export interface FormSection<Name extends string = string> {
  readonly title: Text;
  readonly help?: Text;
  /** Keys of the fields in it. Fields that no section names come last. */
  readonly fields: readonly Name[];
  /** Whether it takes one line until somebody opens it: for what is long and rarely changed. */
  readonly isFolded?: boolean;
}

/** A form of the back office. Its page, its mutation, its JSON call, its audit and its conflicts are made from this. */
export interface AdminFormDefinition<Own extends FieldRecord, Subject> {
  /** `feature.verb-noun`. Permanent: it is the name of its mutation and of its entries in the audit. */
  readonly name: string;
  /** What it does, for programmers. */
  readonly description: string;
  /** Made with `adminPath`: `coupons/:id`. Without `:id` there is only one object, such as the shop's address. */
  readonly path: string;
  /** Name of the permission to see and to save it. */
  readonly requires: string;
  /** Whether saving asks for a fresh sign-in. */
  readonly requiresFresh?: true;
  /** Kind of the object, as the audit has it: `coupon`. */
  readonly subject: string;
  /** Title of the page. Default: what the object is called. */
  readonly title?: Text;
  /** Title of the page of a new object, which is at `…/new`. Absent: it makes none. */
  readonly create?: Text;
  /** The list that leads here. */
  readonly back?: { readonly path: string; readonly text: Text };
  readonly fields: (shop: Shop, subject: Subject | null) => Own;
  /**
   * Loads the object, or what a new one begins with.
   * @param id null for a new object, and where there is only one
   * @returns null when there is no such object
   */
  readonly load: (
    shop: Shop,
    db: Db,
    id: number | null,
    options: LoadOptions,
  ) => Promise<LoadedForm<ValuesOf<Own>, Subject> | null>;
  /**
   * Writes all values of the object, whose row `load` has locked in the same transaction. Values that somebody else
   * changed meanwhile are among them. The transaction may be repeated: it changes only the database, and queues jobs for the rest.
   */
  readonly save: (
    shop: Shop,
    tx: Tx,
    values: ValuesOf<NoInfer<Own>>,
    loaded: LoadedForm<ValuesOf<NoInfer<Own>>, NoInfer<Subject>> & { readonly id: number | null },
    actor: Actor,
  ) => Promise<SaveResult>;
  /**
   * Merges what two people made of one field, such as a tree of which they changed different parts.
   * @returns undefined when it can't: then whoever saves later chooses one of both values
   */
  readonly mergeField?: (
    shop: Shop,
    tx: Tx,
    field: {
      readonly id: number;
      /** Key of the field. */
      readonly key: string;
      readonly mine: unknown;
      readonly theirs: unknown;
      /** Whether the form was opened with a value. */
      readonly isBase: (value: unknown) => boolean;
    },
  ) => Promise<unknown>;
  /** Called after the commit of each save, for what this process keeps of the object. */
  readonly onSaved?: (shop: Shop) => Promise<void>;
  readonly layout?: readonly FormSection<keyof NoInfer<Own> & string>[];
  /** Of its files, when it has fields of files. */
  readonly files?: (shop: Shop) => FileLimits;
  /** Where to go after saving. Default: the page of the object. */
  readonly after?: (id: number) => string;
}

/** A form in a list, whatever its types. */
export type AdminForm = AdminFormDefinition<FieldRecord, unknown>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The forms of all features, those of records included. */
    readonly adminForms: readonly AdminForm[];
  }
}

/** Defines a form. Name it in `Feature.admin.forms`, or as the form of a record. */
export function defineAdminForm<const Own extends FormRecord, Subject>(
  definition: AdminFormDefinition<Own, Subject>,
): AdminForm {
  // A form passes subject and values of `load` and of its fields to its own functions only.
  return definition as unknown as AdminForm;
}

/** The path of an object's page; null for a new one. */
export function getFormPath({ path }: Pick<AdminForm, 'path'>, id: number | null): string {
  return path.replace(':id', id === null ? 'new' : String(id));
}

const hasOneObject = ({ path }: Pick<AdminForm, 'path'>): boolean => !path.includes(':id');

/**
 * Reads the id of a path.
 * @returns undefined when no object can have it; null for a new one, and where there is only one
 */
export function readFormId(form: Pick<AdminForm, 'path' | 'create'>, params: unknown): number | null | undefined {
  if (hasOneObject(form)) return null;
  const { id = 'new' } = params as { readonly id?: string };
  if (id === 'new') return form.create ? null : undefined;
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
