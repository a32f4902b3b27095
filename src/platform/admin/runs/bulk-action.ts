import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

/** The change that an action made to one object. The run records it in the audit, so `run` does not. */
export interface RowChange {
  /** The name of the object for people, such as `SUMMER10`. */
  readonly label: string;
  /** Values as JSON, by field. If both sides are equal, nothing was changed and nothing is recorded. */
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
  /** The customer whose personal data the values are, as in `AuditEntry`. */
  readonly customerId?: number | null;
}

export interface RowRefusal {
  readonly code: string;
  /** A sentence for staff. */
  readonly message: string;
}

export type RowResult =
  | { readonly ok: true; readonly change: RowChange }
  /** `isSkipped` means that there was nothing to do, which is no failure. */
  | (RowRefusal & { readonly ok: false; readonly label?: string; readonly isSkipped?: true });

export interface Skip extends RowRefusal {
  readonly id: number;
}

/**
 * An action of staff on many objects at once. Made with `defineBulkAction`; a feature names it in
 * `Feature.admin.bulkActions`.
 */
export interface BulkAction<Input = never> {
  /** `feature.verb-noun`. Permanent, since runs and audit entries refer to it. */
  readonly name: string;
  readonly text: Text;
  /** Kind of the objects in the audit, such as `coupon`. */
  readonly subject: string;
  /** Name of the permission. It is checked when a run begins, and again while the run continues. */
  readonly requires: string;
  /**
   * Fields that are asked for once before the run. Their values are stored with the run, so they contain neither
   * secrets nor files.
   */
  readonly fields?: (shop: Shop) => FieldRecord;
  /** Initial values of `fields`. Default: empty. */
  readonly initial?: (shop: Shop) => object;
  /**
   * Fields for each row, with other keys than `fields`. They are asked for up to 50 marked rows, never for all
   * matching rows.
   */
  readonly perRow?: (shop: Shop) => FieldRecord;
  /** Finds the objects that the action would skip, with the reasons, for the page that asks for confirmation. */
  readonly check?: (shop: Shop, db: Db, ids: readonly number[]) => Promise<readonly Skip[]>;
  /**
   * Changes one object, in a transaction of its own. It locks the object and checks it again, since the
   * list may be out of date. A refusal or an error rolls back its writes, and other rows continue. It changes
   * only the database, and queues jobs for other effects, since its transaction may be repeated.
   * @param input the values of `fields` and of `perRow`; null when the action asks for nothing
   * @param seenAt when the page was made on which the person saw the object; null when unknown
   */
  readonly run: (shop: Shop, tx: Tx, id: number, input: Input, actor: Actor, seenAt: Date | null) => Promise<RowResult>;
  /**
   * Undoes a change that a run recorded. It refuses when the object has changed since.
   * @param change the recorded values: without secrets, and with long values cut
   */
  readonly undo?: (shop: Shop, tx: Tx, id: number, change: UndoneChange, actor: Actor) => Promise<RowResult>;
  /** Whether the action requires a recent sign-in and a confirmation of the number of objects. */
  readonly isDangerous?: true;
}

export type UndoneChange = Pick<RowChange, 'before' | 'after'>;

type NoFields = Readonly<Record<never, Field>>;

type InputOf<All extends FieldRecord, Row extends FieldRecord> = [keyof All | keyof Row] extends [never]
  ? null
  : ValuesOf<All> & ValuesOf<Row>;

interface AskedFields<All extends FieldRecord, Row extends FieldRecord> {
  readonly fields?: (shop: Shop) => All;
  readonly initial?: (shop: Shop) => Partial<ValuesOf<NoInfer<All>>>;
  readonly perRow?: (shop: Shop) => Row;
}

/** Only the fields infer the type of the input. */
export function defineBulkAction<const All extends FieldRecord = NoFields, const Row extends FieldRecord = NoFields>(
  definition: AskedFields<All, Row> &
    Omit<BulkAction<InputOf<NoInfer<All>, NoInfer<Row>>>, keyof AskedFields<All, Row>>,
): BulkAction<InputOf<All, Row>> {
  if (!/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(definition.name))
    throw new TypeError(
      `The bulk action '${definition.name}' is not valid: expected two words of lower-case letters and -, joined by a dot`,
    );
  return definition;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The bulk actions of all features, by name. */
    readonly bulkActions: ReadonlyMap<string, BulkAction>;
  }
}
