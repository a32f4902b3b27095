import type { FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { AdminForm } from '#platform/admin/forms/form.ts';
import type { BulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { TimelineEntry } from '#ui/admin/timeline.tsx';
import type { AdminOperation } from './operations/operation.ts';
import type { PartData } from './panel-data.ts';

export interface AdminHead {
  readonly title: string;
  /** Elements of `StateBadge`. */
  readonly states?: ReactNode;
  /** One line of facts, such as a date, a sum or a name. */
  readonly facts?: ReactNode;
}

interface PanelPlace {
  /** Permanent, since links and the `place` of other panels refer to it. */
  readonly id: string;
  readonly title: Text;
  readonly column: 'main' | 'side';
  /**
   * Places the panel beside another panel of the column, by its id. The form of the record is the panel `form`, and
   * its history is `history`. Default: after the panels that were added before, but before the history.
   */
  readonly place?: { readonly before: string } | { readonly after: string };
  /** Name of a permission that is required besides that of the record. */
  readonly requires?: string;
  /** `flush` for a table that fills the panel. */
  readonly look?: 'flush';
}

/** A part of the page of a record. Use `definePanel` for a panel with data of its own. */
export interface AdminPanel<Subject = unknown> extends PanelPlace {
  readonly part?: PartData;
  /** Returns null to show no panel. Errors are logged, and the panel is shown as failed. */
  readonly render: (shop: Shop, subject: Subject, actor: Actor, data: unknown) => Promise<ReactNode> | ReactNode;
}

interface PanelWithData<Subject, Data> extends PanelPlace, PartData<Data> {
  readonly render: (shop: Shop, subject: Subject, data: NoInfer<Data>, actor: Actor) => Promise<ReactNode> | ReactNode;
}

/**
 * Defines a panel with data, which the page loads in one statement with the data of all other panels. Null data shows
 * no panel. The type of the subject is the type of the parameter of `render`.
 */
export function definePanel<Data, Subject = unknown>({
  data,
  schema,
  render,
  ...panel
}: PanelWithData<Subject, Data>): AdminPanel<Subject> {
  return {
    ...panel,
    part: { data, schema },
    // The cast is safe: the kit passes the result of the schema.
    render: (shop, subject, actor, loaded) => (loaded === null ? null : render(shop, subject, loaded as Data, actor)),
  };
}

export interface RecordEvent extends Omit<TimelineEntry, 'when'> {
  readonly at: Date;
}

/** Events of an object that are kept elsewhere than in the audit. Made with `defineEvents`. */
export interface RecordEvents<Subject = unknown> {
  /** Permanent, like the id of a panel. */
  readonly id: string;
  readonly requires?: string;
  readonly part: PartData;
  readonly list: (shop: Shop, subject: Subject, data: unknown) => readonly RecordEvent[];
  /** Actions whose audit entries contain no more than these events, and are left out. */
  readonly describedActions?: readonly string[];
}

interface EventsDefinition<Subject, Data> extends Omit<RecordEvents, 'part' | 'list'>, PartData<Data> {
  readonly list: (shop: Shop, subject: Subject, data: NoInfer<Data>) => readonly RecordEvent[];
}

/** Defines events that the history of a record shows among the audit entries. */
export function defineEvents<Data, Subject = unknown>({
  data,
  schema,
  list,
  ...events
}: EventsDefinition<Subject, Data>): RecordEvents<Subject> {
  return {
    ...events,
    part: { data, schema },
    list: (shop, subject, loaded) => (loaded === null ? [] : list(shop, subject, loaded as Data)),
  };
}

export interface RecordAction<Subject = unknown> {
  /**
   * An action without input, whose subject is the record's kind. A dangerous action asks for confirmation and
   * requires a recent sign-in.
   */
  readonly action: BulkAction<null>;
  /** Text of the button for one object. Default: the text of the action. */
  readonly text?: Text;
  /** Whether the action makes sense now. The action itself checks again when it runs. */
  readonly isShown?: (subject: Subject, now: Date) => boolean;
  /** Whether the action is the next step of the object: the first such button is the primary one. */
  readonly isNext?: (subject: Subject) => boolean;
}

/** A link of a record to an operation, which asks for input. */
export interface RecordOperation<Subject = unknown> {
  /** An operation whose subject is the record's kind. */
  readonly operation: AdminOperation;
  /** Text of the link for one object. Default: the text of the operation. */
  readonly text?: Text;
  /** Whether the operation makes sense now. The operation itself checks again when it runs. */
  readonly isShown?: (subject: Subject, now: Date) => boolean;
  /** Whether the operation is the next step of the object, as for an action. */
  readonly isNext?: (subject: Subject) => boolean;
  /** Id of the panel in whose head the link is shown. Default: above the page, with the actions. */
  readonly panel?: string;
}

export interface AdminRecordDefinition<Subject> {
  /** For example `promotions.coupon`. Permanent, since extensions refer to it. */
  readonly name: string;
  /** Made with `adminPath`: `coupons/:id`. Equals the path of the record's form. */
  readonly path: string;
  /** Name of the permission to see the page. Staff without the permission of its form see the values only. */
  readonly requires: string;
  /** Kind of the object in the audit, such as `coupon`. */
  readonly subject: string;
  readonly back?: { readonly path: string; readonly text: Text };
  /** Name of a list with `hasNeighbourLinks`: the page links to the rows beside this one. */
  readonly list?: string;
  /** @returns null when there is no such object */
  readonly load: (shop: Shop, db: Db, id: number) => Promise<Subject | null>;
  readonly head: (shop: Shop, subject: NoInfer<Subject>) => AdminHead;
  readonly form?: AdminForm;
  readonly panels: readonly AdminPanel<NoInfer<Subject>>[];
  readonly actions?: readonly RecordAction<NoInfer<Subject>>[];
  readonly operations?: readonly RecordOperation<NoInfer<Subject>>[];
  /** Shown in the history among the audit entries. */
  readonly events?: readonly RecordEvents<NoInfer<Subject>>[];
}

export type AdminRecord = AdminRecordDefinition<unknown>;

/** Defines the page of an object. Name it in `Feature.admin.records`. */
export function defineAdminRecord<Subject>(definition: AdminRecordDefinition<Subject>): AdminRecord {
  if (definition.form && definition.form.path !== definition.path)
    throw new TypeError(`The record '${definition.name}' and its form '${definition.form.name}' need the same path`);
  // The cast is safe: a record passes the result of `load` to its own functions only.
  return definition as unknown as AdminRecord;
}

export const getRecordPath = ({ path }: Pick<AdminRecord, 'path'>, id: number | string): string =>
  path.replace(':id', String(id));

/** The path at which an action of a record is confirmed and sent: below the record, by the verb of its name. */
export const getActionPath = (
  record: Pick<AdminRecord, 'path'>,
  { name }: { readonly name: string },
  id: number | string,
) => `${getRecordPath(record, id)}/${name.slice(name.indexOf('.') + 1)}`;

/**
 * Reads the id of a path.
 * @returns null when no object can have the id
 */
export function readRecordId({ params }: Pick<FastifyRequest, 'params'>): number | null {
  const { id = '' } = params as { readonly id?: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
