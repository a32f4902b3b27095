import type { z } from 'zod';
import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord } from '#platform/forms/field.ts';
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
  /** Names and writes the values of its changes which no form of the subject has. */
  readonly fields?: (shop: Shop) => FieldRecord;
  /** Name of the permission. It is checked when a run begins, and again while it goes on. */
  readonly requires: string;
  /** Checks what was asked once before, which is stored as JSON with the run. Absent: it asks nothing. */
  readonly schema?: z.ZodType | undefined;
  /** Which of the objects it would not change, and why. For the page that asks before. */
  readonly check?: (shop: Shop, db: Db, ids: readonly number[]) => Promise<readonly Skip[]>;
  /**
   * Changes one object, in a transaction of its own. It locks the object and checks it again: the
   * list may be old. A refusal, or what it throws, undoes what it wrote; other rows go on. It changes
   * only the database, and queues jobs for the rest: its transaction may be repeated.
   */
  readonly run: (shop: Shop, tx: Tx, id: number, input: Input, actor: Actor) => Promise<RowResult>;
  /**
   * Takes back a change that a run recorded. It refuses when the object has changed since.
   * @param change what was recorded: no secrets, and long values cut
   */
  readonly undo?: (shop: Shop, tx: Tx, id: number, change: UndoneChange, actor: Actor) => Promise<RowResult>;
  /** Asks for a fresh sign-in and a confirmation with the number of objects. */
  readonly isDangerous?: true;
}

export type UndoneChange = Pick<RowChange, 'before' | 'after'>;

/** The schema alone tells the type of the input; without one it is null. */
export function defineBulkAction<Input = null>(
  definition: BulkAction<NoInfer<Input>> & { readonly schema?: z.ZodType<Input> },
): BulkAction<Input> {
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
