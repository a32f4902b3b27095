import type { ReactNode } from 'react';
import type { RowChange, RowRefusal } from '#platform/admin/runs/bulk-action.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, FormRecord, ValuesOf } from '#platform/forms/field.ts';
import type { FileLimits } from '#platform/http/bodies/receive-files.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';

export interface OperationCall {
  readonly actor: Actor;
  /**
   * Key of the request, equal when a form is sent twice. The kit already runs the operation once; the key is meant
   * for rules with a key of their own.
   */
  readonly requestKey: string;
  /** The value of `seen` when the form was opened or last showed news. Null for a call of a program. */
  readonly seen: string | null;
}

/**
 * The reason why the operation is refused, as a sentence. `field` is the path of the field that the reason is about.
 */
export interface OperationRefusal extends RowRefusal {
  readonly ok: false;
  readonly field?: string;
  /**
   * Changes that somebody else has made since the form was opened. They are shown, and the form may be sent anyway.
   */
  readonly news?: {
    readonly what: ReactNode;
    readonly seen: string;
  };
}

export type OperationResult =
  | {
      readonly ok: true;
      /** The change for the audit entry, which the kit writes in the same transaction. */
      readonly change: RowChange;
      /** Key of `outcomes`. Default: `done`. */
      readonly outcome?: string;
      /**
       * Id of the object whose page is shown afterwards, because this object no longer exists. Null for the list that
       * links to it.
       */
      readonly movedTo?: number | null;
      /**
       * Work that no transaction may wait for, such as a call of a payment provider. The transaction has committed
       * rows that request the work, so a job does it later if the process dies here. Errors are logged.
       * @returns another outcome, if the work decides it now
       */
      readonly afterCommit?: () => Promise<string | undefined>;
    }
  | OperationRefusal;

/** An operation on one object, with a page of its own that asks for input. */
export interface AdminOperationDefinition<Subject, Own extends FieldRecord> {
  /** `feature.verb-noun`. Permanent, since the mutation, the address and audit entries contain it. */
  readonly name: string;
  /** Describes the operation for programmers. */
  readonly description: string;
  /** Title of the page and text of its button. */
  readonly text: Text;
  /** Kind of the object in the audit. */
  readonly subject: string;
  readonly requires: string;
  /** Whether the operation requires a recent sign-in and its button is red. */
  readonly isDangerous?: true;
  /**
   * Loads the object that the fields depend on.
   * @returns null when there is no such object
   */
  readonly load: (shop: Shop, db: Db, id: number) => Promise<Subject | null>;
  /** Returns the name of the object for people, such as 'Order 1001'. */
  readonly label: (shop: Shop, subject: NoInfer<Subject>) => string;
  readonly fields: (shop: Shop, subject: NoInfer<Subject>, actor: Actor) => Own;
  /** The initial values of the fields. */
  readonly values: (shop: Shop, subject: NoInfer<Subject>, actor: Actor) => ValuesOf<NoInfer<Own>>;
  /** Limits of uploaded files, when the operation has file fields. */
  readonly files?: (shop: Shop) => FileLimits;
  /**
   * Whether the initial values are a proposal, which a call of the command line does not adopt: it must send each
   * value.
   */
  readonly isProposed?: true;
  /** Explains above the fields what the operation does to this object. */
  readonly lead?: (shop: Shop, subject: NoInfer<Subject>) => ReactNode;
  /**
   * Shows the exact effect of the values in a second step that asks for confirmation. If the effect has changed
   * meanwhile, the new one is shown. A call of a program has no second step.
   */
  readonly preview?: (
    shop: Shop,
    db: Db,
    id: number,
    values: ValuesOf<NoInfer<Own>>,
    context: { readonly subject: NoInfer<Subject>; readonly actor: Actor },
  ) => Promise<{ readonly ok: true; readonly what: ReactNode } | OperationRefusal>;
  /** Identifies the state of the object. `run` compares it with the state that it finds under its lock. */
  readonly seen?: (subject: NoInfer<Subject>) => string;
  /**
   * Executes the operation. It locks the object and checks it again. A refusal rolls back its writes. The transaction
   * may be repeated, so `run` changes only the database, and leaves other effects to `afterCommit` or to jobs.
   */
  readonly run: (
    shop: Shop,
    tx: Tx,
    id: number,
    values: ValuesOf<NoInfer<Own>>,
    call: OperationCall,
  ) => Promise<OperationResult>;
  /** Messages on the page of the object, by outcome. `done` is used for results without an outcome. */
  readonly outcomes?: Readonly<Record<string, Text>>;
  /**
   * Fields that label and format values of its audit entries. Other values are labelled with the words of their
   * names.
   */
  readonly entry?: (shop: Shop) => FieldRecord;
}

export type AdminOperation = AdminOperationDefinition<unknown, FieldRecord>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The operations on all records, by name. */
    readonly adminOperations: ReadonlyMap<string, AdminOperation>;
  }
}

/** Defines an operation. Name it in `operations` of the record, or in the additions of `extendRecord`. */
export function defineAdminOperation<const Own extends FormRecord, Subject>(
  definition: AdminOperationDefinition<Subject, Own>,
): AdminOperation {
  if (!/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(definition.name))
    throw new TypeError(`The operation '${definition.name}' is not valid: expected two words, joined by a dot`);
  // The cast is safe: an operation passes the subject of `load` and the values of its fields to its own functions
  // only.
  return definition as unknown as AdminOperation;
}

/** Code of the notice that shows the outcome on the page of the object. */
export const toOutcomeCode = ({ name }: Pick<AdminOperation, 'name'>, outcome: string): string => `${name}:${outcome}`;
