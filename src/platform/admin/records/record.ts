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

/** What a page says of its object above everything else. */
export interface AdminHead {
  readonly title: string;
  /** `StateBadge`s. */
  readonly states?: ReactNode;
  /** One line: a date, a sum, who. */
  readonly facts?: ReactNode;
}

interface PanelPlace {
  /** Permanent: links and places of other panels name it. */
  readonly id: string;
  readonly title: Text;
  readonly column: 'main' | 'side';
  /**
   * Beside another panel of the column, by its id. The form of the record is the panel `form`, and its
   * history `history`. Default: after those before it, but before the history.
   */
  readonly place?: { readonly before: string } | { readonly after: string };
  /** Name of the permission that is asked for beside that of the record. */
  readonly requires?: string;
  /** `flush` for a table that fills it. */
  readonly look?: 'flush';
}

/** A part of the page of a record. `definePanel` makes one that needs data of its own. */
export interface AdminPanel<Subject = unknown> extends PanelPlace {
  readonly part?: PartData;
  /** Null shows no panel. What it throws is logged, and shown as a panel that failed. */
  readonly render: (shop: Shop, subject: Subject, actor: Actor, data: unknown) => Promise<ReactNode> | ReactNode;
}

interface PanelWithData<Subject, Data> extends PanelPlace, PartData<Data> {
  readonly render: (shop: Shop, subject: Subject, data: NoInfer<Data>, actor: Actor) => Promise<ReactNode> | ReactNode;
}

/**
 * Defines a panel with data, which the page loads with those of all others in one statement. Null is no panel. The
 * type of its subject is that of the parameter of `render`.
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
    // The kit passes what the schema returned.
    render: (shop, subject, actor, loaded) => (loaded === null ? null : render(shop, subject, loaded as Data, actor)),
  };
}

export interface RecordEvent extends Omit<TimelineEntry, 'when'> {
  readonly at: Date;
}

/** What happened to an object and is kept elsewhere than in the audit. Made with `defineEvents`. */
export interface RecordEvents<Subject = unknown> {
  /** Permanent, like the id of a panel. */
  readonly id: string;
  readonly requires?: string;
  readonly part: PartData;
  readonly list: (shop: Shop, subject: Subject, data: unknown) => readonly RecordEvent[];
  /** Actions whose entries of the audit say no more than these events. */
  readonly tells?: readonly string[];
}

interface EventsDefinition<Subject, Data> extends Omit<RecordEvents, 'part' | 'list'>, PartData<Data> {
  readonly list: (shop: Shop, subject: Subject, data: NoInfer<Data>) => readonly RecordEvent[];
}

/** Defines events, which the history of a record shows between the entries of the audit. */
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

/** A button of a record. */
export interface RecordAction<Subject = unknown> {
  /** Without input. A dangerous one asks for a confirmation and a fresh sign-in. The record's kind is its subject. */
  readonly action: BulkAction<null>;
  /** Of the button, for one object. Default: that of the action. */
  readonly text?: Text;
  /** Whether it makes sense now. It is checked again when it runs. */
  readonly isShown?: (subject: Subject, now: Date) => boolean;
  /** Whether it is what comes next for the object: the button of the first of them is the strong one. */
  readonly isNext?: (subject: Subject) => boolean;
}

/** A link of a record to what asks for input. */
export interface RecordOperation<Subject = unknown> {
  /** Of the record's kind. */
  readonly operation: AdminOperation;
  /** Of the link, for one object. Default: that of the operation. */
  readonly text?: Text;
  /** Whether it makes sense now. It is checked again when it runs. */
  readonly isShown?: (subject: Subject, now: Date) => boolean;
  /** As for an action. */
  readonly isNext?: (subject: Subject) => boolean;
  /** Id of the panel in whose head the link stands. Default: above the page, with the actions. */
  readonly panel?: string;
}

/** The page of an object. */
export interface AdminRecordDefinition<Subject> {
  /** `promotions.coupon`. Permanent: extensions name it. */
  readonly name: string;
  /** Made with `adminPath`: `coupons/:id`. That of its form. */
  readonly path: string;
  /** Name of the permission to see it. Who lacks that of its form sees the values. */
  readonly requires: string;
  /** Its kind in the audit: `coupon`. */
  readonly subject: string;
  readonly back?: { readonly path: string; readonly text: Text };
  /** Name of a list with `isStepped`: the page leads to the rows beside this one. */
  readonly list?: string;
  /** @returns null when there is no such object */
  readonly load: (shop: Shop, db: Db, id: number) => Promise<Subject | null>;
  readonly head: (shop: Shop, subject: NoInfer<Subject>) => AdminHead;
  readonly form?: AdminForm;
  readonly panels: readonly AdminPanel<NoInfer<Subject>>[];
  readonly actions?: readonly RecordAction<NoInfer<Subject>>[];
  readonly operations?: readonly RecordOperation<NoInfer<Subject>>[];
  /** Shown in the history with the entries of the audit. */
  readonly events?: readonly RecordEvents<NoInfer<Subject>>[];
}

/** A record in a list, whatever its type. */
export type AdminRecord = AdminRecordDefinition<unknown>;

/** Defines the page of an object. Name it in `Feature.admin.records`. */
export function defineAdminRecord<Subject>(definition: AdminRecordDefinition<Subject>): AdminRecord {
  if (definition.form && definition.form.path !== definition.path)
    throw new TypeError(`The record '${definition.name}' and its form '${definition.form.name}' need the same path`);
  // A record passes what `load` returns to its own functions only.
  return definition as unknown as AdminRecord;
}

export const getRecordPath = ({ path }: Pick<AdminRecord, 'path'>, id: number | string): string =>
  path.replace(':id', String(id));

/** Where an action of a record is confirmed and sent to: below the record, by the verb of its name. */
export const getActionPath = (
  record: Pick<AdminRecord, 'path'>,
  { name }: { readonly name: string },
  id: number | string,
) => `${getRecordPath(record, id)}/${name.slice(name.indexOf('.') + 1)}`;

/** Reads the id of a path. @returns null when no object can have it */
export function readRecordId({ params }: Pick<FastifyRequest, 'params'>): number | null {
  const { id = '' } = params as { readonly id?: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
