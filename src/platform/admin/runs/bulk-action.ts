import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

/** What an action did to one object. The run records it in the audit: `run` does not. */
export interface RowChange {
  /** What people call the object: `SUMMER10`. */
  readonly label: string;
  /** Values as JSON, by field. Both equal: nothing was changed, and nothing is recorded. */
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
  /** Whose personal data these are, as in `AuditEntry`. */
  readonly customerId?: number | null;
}

/** Why an action does not change an object. */
export interface RowRefusal {
  readonly code: string;
  /** For staff, in a sentence. */
  readonly message: string;
}

export type RowResult =
  | { readonly ok: true; readonly change: RowChange }
  /** `isSkipped`: there was nothing to do, which is no failure. */
  | (RowRefusal & { readonly ok: false; readonly label?: string; readonly isSkipped?: true });

/** An object that an action would not change. */
export interface Skip extends RowRefusal {
  readonly id: number;
}

/**
 * Something that staff do to many objects at once. Made with `defineBulkAction`; a feature names it in
 * `Feature.admin.bulkActions`.
 */
export interface BulkAction<Input = never> {
  /** `feature.verb-noun`. Permanent: runs and the audit name it. */
  readonly name: string;
  readonly text: Text;
  /** Kind of the objects, as the audit has it: `coupon`. */
  readonly subject: string;
  /** Name of the permission. It is checked when a run begins, and again while it goes on. */
  readonly requires: string;
  /** What is asked once before. Input is stored with the run, so there are neither secrets nor files. */
  readonly fields?: (shop: Shop) => FieldRecord;
  /** What `fields` begin with. Default: they are empty. */
  readonly initial?: (shop: Shop) => object;
  /** What is asked for each row, by other keys than `fields`: of up to 50 marked rows, never of all that match. */
  readonly perRow?: (shop: Shop) => FieldRecord;
  /** Which of the objects it would not change, and why. For the page that asks before. */
  readonly check?: (shop: Shop, db: Db, ids: readonly number[]) => Promise<readonly Skip[]>;
  /**
   * Changes one object, in a transaction of its own. It locks the object and checks it again: the
   * list may be old. A refusal, or what it throws, undoes what it wrote; other rows go on. It changes
   * only the database, and queues jobs for the rest: its transaction may be repeated.
   * @param input the values of `fields` and of `perRow`; null when it asks for nothing
   * @param seenAt when the page was made on which the person saw the object; null when nobody says
   */
  readonly run: (shop: Shop, tx: Tx, id: number, input: Input, actor: Actor, seenAt: Date | null) => Promise<RowResult>;
  /**
   * Takes back a change that a run recorded. It refuses when the object has changed since.
   * @param change what was recorded: no secrets, and long values cut
   */
  readonly undo?: (shop: Shop, tx: Tx, id: number, change: UndoneChange, actor: Actor) => Promise<RowResult>;
  /** Asks for a fresh sign-in and a confirmation with the number of objects. */
  readonly isDangerous?: true;
}

export type UndoneChange = Pick<RowChange, 'before' | 'after'>;

type NoFields = Readonly<Record<never, Field>>;

/** What `run` gets. */
type InputOf<All extends FieldRecord, Row extends FieldRecord> = [keyof All | keyof Row] extends [never]
  ? null
  : ValuesOf<All> & ValuesOf<Row>;

interface AskedFields<All extends FieldRecord, Row extends FieldRecord> {
  readonly fields?: (shop: Shop) => All;
  readonly initial?: (shop: Shop) => Partial<ValuesOf<NoInfer<All>>>;
  readonly perRow?: (shop: Shop) => Row;
}

/** The fields alone tell the type of the input. */
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
    /** By name, of all features. */
    readonly bulkActions: ReadonlyMap<string, BulkAction>;
  }
}
