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
  /** The same for a form that is sent twice. The kit does it once: it is for rules with a key of their own. */
  readonly requestKey: string;
  /** What `seen` said of the object when the form was opened, or when it was last told of news. Null: a call of a program. */
  readonly seen: string | null;
}

/** Why it is not done, in a sentence. `field`: path of the field that it is about. */
export interface OperationRefusal extends RowRefusal {
  readonly ok: false;
  readonly field?: string;
  /** What somebody else did since the form was opened. It is shown, and the form may be sent all the same. */
  readonly news?: {
    readonly what: ReactNode;
    /** What has been seen from now on. */
    readonly seen: string;
  };
}

export type OperationResult =
  | {
      readonly ok: true;
      /** For the audit, which the kit writes in the same transaction. */
      readonly change: RowChange;
      /** Key of `outcomes`. Default: `done`. */
      readonly outcome?: string;
      /** Id of the object whose page is shown afterwards, because this one is gone. Null: the list that leads to it. */
      readonly movedTo?: number | null;
      /**
       * Work for which no transaction may wait, such as a call of a payment provider. The rows that ask for it are
       * committed, and a job does it later when the process dies here. What it throws is logged.
       * @returns another outcome, if it is known now
       */
      readonly afterCommit?: () => Promise<string | undefined>;
    }
  | OperationRefusal;

/** Something that is done to one object, and asks for input on a page of its own. */
export interface AdminOperationDefinition<Subject, Own extends FieldRecord> {
  /** `feature.verb-noun`. Permanent: the mutation, the address and the audit name it. */
  readonly name: string;
  /** What it does, for programmers. */
  readonly description: string;
  /** Title of the page, and the words of its button. */
  readonly text: Text;
  /** Kind of the object, as the audit has it. */
  readonly subject: string;
  readonly requires: string;
  /** Asks for a fresh sign-in, and its button is red. */
  readonly isDangerous?: true;
  /** Loads what the fields depend on. @returns null when there is no such object */
  readonly load: (shop: Shop, db: Db, id: number) => Promise<Subject | null>;
  /** What people call the object: 'Order 1001'. */
  readonly label: (shop: Shop, subject: NoInfer<Subject>) => string;
  readonly fields: (shop: Shop, subject: NoInfer<Subject>, actor: Actor) => Own;
  /** What the fields begin with. */
  readonly values: (shop: Shop, subject: NoInfer<Subject>, actor: Actor) => ValuesOf<NoInfer<Own>>;
  /** Of its files, when it has fields of files. */
  readonly files?: (shop: Shop) => FileLimits;
  /** The page begins with a proposal, which a call of the command line does not take over: it names each value. */
  readonly isProposed?: true;
  /** Above the fields: what is done, for this object. */
  readonly lead?: (shop: Shop, subject: NoInfer<Subject>) => ReactNode;
  /**
   * What exactly will happen with these values: a second step shows it and asks. When it has changed meanwhile, the new
   * one is shown. A call of a program has one step.
   */
  readonly preview?: (
    shop: Shop,
    db: Db,
    id: number,
    values: ValuesOf<NoInfer<Own>>,
    context: { readonly subject: NoInfer<Subject>; readonly actor: Actor },
  ) => Promise<{ readonly ok: true; readonly what: ReactNode } | OperationRefusal>;
  /** Names the state of the object that `run` compares with what it finds under its lock. */
  readonly seen?: (subject: NoInfer<Subject>) => string;
  /**
   * Does it. It locks the object and checks it again. A refusal undoes what it wrote. The transaction may be repeated: it
   * changes only the database, and leaves the rest to `afterCommit` or to jobs.
   */
  readonly run: (
    shop: Shop,
    tx: Tx,
    id: number,
    values: ValuesOf<NoInfer<Own>>,
    call: OperationCall,
  ) => Promise<OperationResult>;
  /** What the page of the object says afterwards. `done` is for all results that name no other one. */
  readonly outcomes?: Readonly<Record<string, Text>>;
  /** Names and writes the values of its entries in the audit. Others get the words of their names. */
  readonly entry?: (shop: Shop) => FieldRecord;
}

/** An operation in a list, whatever its types. */
export type AdminOperation = AdminOperationDefinition<unknown, FieldRecord>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The operations on all records, by their names. */
    readonly adminOperations: ReadonlyMap<string, AdminOperation>;
  }
}

/** Defines an operation. Name it in `operations` of the record, or of what `extendRecord` adds to one. */
export function defineAdminOperation<const Own extends FormRecord, Subject>(
  definition: AdminOperationDefinition<Subject, Own>,
): AdminOperation {
  if (!/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(definition.name))
    throw new TypeError(`The operation '${definition.name}' is not valid: expected two words, joined by a dot`);
  // An operation passes the subject of `load` and the values of its fields to its own functions only.
  return definition as unknown as AdminOperation;
}

/** Code of the notice that tells the outcome on the page of the object. */
export const toOutcomeCode = ({ name }: Pick<AdminOperation, 'name'>, outcome: string): string => `${name}:${outcome}`;
