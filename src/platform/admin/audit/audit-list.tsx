import { type SQL, sql } from 'drizzle-orm';
import { contains, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { runComposed } from '#platform/database/composed-statement.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PickerContext, RecordOption, RecordPicker } from '#platform/forms/field.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { auditPath, writeAuditAddress } from './audit-address.ts';
import { AuditChanges } from './audit-changes.tsx';
import { findSubjectPath, formatAction, formatSubject } from './audit-kinds.ts';
import { type DescribedChange, describeChanges } from './describe-changes.ts';
import { type AuditRow, auditColumns } from './list-audit.ts';
import { readAudit } from './permissions.ts';
import { auditTexts as texts } from './texts.ts';

// Both statements skip from one distinct value to the next in an index, however many entries each value has.
/** Matches an action by its name (`promotions.edit-coupon`) or by its text for people ('Edit coupon'). */
const isActionNamed = (text: string): SQL => sql`e.action = any(array(with recursive used as (
    (select action from platform.audit_entries order by action limit 1)
    union all
    select next.action from used cross join lateral (
      select action from platform.audit_entries where action > used.action order by action limit 1) next
  ) select action from used where ${contains(sql`action`, text.trim().replaceAll(' ', '-'))}))`;

/** Splits `coupon:7` at its first colon: kinds have no colon. */
function splitObject(text: string) {
  const [subjectKind = '', ...id] = text.split(':');
  return { subjectKind, subjectId: id.join(':') };
}

const nameSelf =
  ({ shop: { t }, actor }: PickerContext) =>
  (option: RecordOption): RecordOption =>
    option.id === actor.staffId ? { ...option, label: t(texts.self, { name: option.label }) } : option;

/** Picks members of staff who changed something, with the name that their newest entry has. */
const people: RecordPicker = {
  load: async (context, ids) => {
    const named = await runComposed<RecordOption>(
      context.shop.db,
      sql`select id, newest.by as label from unnest(${sql.param(ids)}::bigint[]) id cross join lateral (
        select by from platform.audit_entries where by_staff_id = id order by at desc, id desc limit 1) newest`,
    );
    return named.map(nameSelf(context));
  },
  search: async (context, text) => {
    const found = await runComposed<RecordOption>(
      context.shop.db,
      sql`with recursive person as (
        (select by_staff_id, by from platform.audit_entries where by_staff_id is not null
        order by by_staff_id, at desc, id desc limit 1)
        union all
        select next.by_staff_id, next.by from person cross join lateral (
          select by_staff_id, by from platform.audit_entries where by_staff_id > person.by_staff_id
          order by by_staff_id, at desc, id desc limit 1) next
      ) select by_staff_id as id, by as label from person where ${contains(sql`by`, text)}
      order by lower(by), id limit 20`,
    );
    return found.map(nameSelf(context));
  },
};

interface ListedEntry extends AuditRow {
  readonly changes?: readonly DescribedChange[];
}

export const auditList = defineAdminList<ListedEntry>({
  name: 'audit.entries',
  path: auditPath,
  requires: readAudit.name,
  texts: { title: texts.title, lead: texts.lead, count: texts.count, empty: texts.empty },
  source: {
    from: sql`platform.audit_entries e`,
    id: sql`e.id`,
    select: sql.raw(auditColumns),
    sorts: {
      newest: {
        title: texts.newest,
        reversedTitle: texts.oldest,
        by: sql`e.at`,
        type: 'timestamptz',
        direction: 'desc',
      },
    },
  },
  complete: async (context, rows) =>
    new Map([...(await describeChanges(context, rows))].map(([id, changes]) => [id, { changes }])),
  columns: {
    object: { title: texts.object, cell: (row, { shop }) => formatSubject(shop, row), onPhone: 'title' },
    action: {
      ...{ title: texts.action, cell: (row, context) => <ActionCell {...{ row, context }} /> },
      csv: ({ action }, { shop }) => formatAction(shop, action),
    },
    changes: {
      ...{ title: texts.changes, cell: (row, { shop }) => <AuditChanges {...{ row, shop }} changes={row.changes} /> },
      csv: ({ before, after }) => JSON.stringify({ before, after }),
    },
    who: { title: texts.who, cell: (row, { shop, actor }) => <Who {...{ row, shop, actor }} /> },
    when: { title: texts.when, cell: ({ at }, { shop }) => <When {...{ at, shop }} />, sort: 'newest' },
  },
  filters: {
    staff: {
      kind: 'record',
      title: texts.person,
      isPromoted: true,
      picker: people,
      where: (ids) => sql`e.by_staff_id = any(${sql.param(ids)}::bigint[])`,
    },
    kind: {
      kind: 'choice',
      title: texts.kind,
      isPromoted: true,
      options: ({ auditKinds }) => [...auditKinds.values()].map(({ kind, text }) => ({ value: kind, label: text })),
      where: isOneOf(sql`e.subject_kind`),
    },
    action: { kind: 'text', title: texts.action, isPromoted: true, where: isActionNamed },
    at: { kind: 'date', title: texts.when, isPromoted: true, where: isInPeriod(sql`e.at`) },
    object: {
      kind: 'text',
      title: texts.object,
      linked: (shop, text) => formatSubject(shop, { ...splitObject(text), label: '' }),
      where: (text) => {
        const { subjectKind, subjectId } = splitObject(text);
        return sql`e.subject_kind = ${subjectKind} and e.subject_id = ${subjectId}`;
      },
    },
  },
  search: {
    ...{ title: texts.searchObject, sample: 'SUMMER10', isExcludedFromPalette: true },
    exact: (text) => sql`lower(e.label) = lower(${text})`,
  },
  open: (row, { shop, actor }) => findSubjectPath(shop, actor, row),
});

interface RowProps {
  readonly shop: Shop;
  readonly row: AuditRow;
}

function ActionCell({ row, context }: { readonly row: AuditRow; readonly context: ListContext }) {
  const { shop, t, actor } = context;
  const { action, runId, subjectKind: kind, subjectId: id } = row;
  const runSubject = { subjectKind: 'run', subjectId: String(runId) };
  const runPath = runId === null ? null : findSubjectPath(shop, actor, runSubject);
  return (
    <>
      {formatAction(shop, action)} {runPath !== null && <a href={runPath}>{t(texts.inRun, { id: String(runId) })}</a>}{' '}
      <a
        href={writeAuditAddress({ subject: { kind, id } })}
        aria-label={t(texts.ofObject, { object: formatSubject(shop, row) })}
      >
        {t(texts.history)}
      </a>
    </>
  );
}

function Who({ shop, actor, row: { by, byKind, byStaffId, network } }: RowProps & { readonly actor: Actor }) {
  const { t } = shop;
  const name = byStaffId !== null && byStaffId === actor.staffId ? t(texts.self, { name: by }) : by;
  const kinds = { system: texts.job, api: texts.program, shopper: texts.shopper } as const;
  return (
    <>
      {byStaffId === null ? (
        by
      ) : (
        <a href={writeAuditAddress({ staffId: byStaffId })} aria-label={t(texts.byPerson, { name })}>
          {name}
        </a>
      )}{' '}
      {byKind !== 'staff' && <span>({t(kinds[byKind])})</span>} {network !== null && <code>{network}</code>}
    </>
  );
}

/** Shows seconds, so that entries of one minute can be told apart. */
function When({ shop, at }: { readonly shop: Shop; readonly at: Date }) {
  const format = getDateFormat(shop.choices.locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return <time dateTime={at.toISOString()}>{format.format(at)}</time>;
}
