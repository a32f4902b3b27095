import { sql } from 'drizzle-orm';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { contains, isAnyCase, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { Entry } from '../entries/save-entry.ts';
import { getShopPath } from '../pages/paths.ts';
import { entryForm } from './entry-form.ts';
import { EntryState, entryStates } from './entry-state.tsx';
import { contentPath } from './paths.ts';
import { publishEntry, unpublishEntry } from './publish-actions.ts';
import { contentTexts as texts } from './texts.ts';

const kinds = ['page', 'home', 'block', 'menu', 'post'] as const;

type PointerKey = 'draftId' | 'publishedId' | 'scheduledAt';
type EntryRow = Pick<Entry, 'id' | 'kind' | 'slug' | 'title' | 'changedAt' | 'changedBy' | PointerKey>;

const select = sql`e.id, e.kind, e.slug, e.title, e.draft_id as "draftId", e.published_id as "publishedId", e.scheduled_at as "scheduledAt",
  e.changed_at as "changedAt", e.changed_by as "changedBy"`;

const whereEntryState = isAnyCase({
  draft: () => sql`(e.published_id is null and e.scheduled_at is null)`,
  changed: () => sql`(e.published_id <> e.draft_id and e.scheduled_at is null)`,
  published: () => sql`(e.published_id = e.draft_id and e.scheduled_at is null)`,
  scheduled: () => sql`e.scheduled_at is not null`,
});

/** Columns and settings that lists of all kinds of entries share. Their query calls the entry `e`. */
export const entryListParts = {
  stateFilter: {
    ...({ kind: 'choice', title: texts.state, isPromoted: true, where: whereEntryState } as const),
    options: () => entryStates.map((value) => ({ value, label: texts[value] })),
  },
  search: {
    title: texts.searchedBy,
    exact: (text: string) => sql`e.slug = ${text}`,
    fuzzy: (text: string) => contains(sql`e.title`, text),
  },
  views: [
    { id: 'drafts', text: texts.draft, filters: { state: ['draft', 'changed'] } },
    { id: 'published', text: texts.published, filters: { state: ['published', 'changed'] } },
    { id: 'scheduled', text: texts.scheduled, filters: { state: 'scheduled' } },
  ],
} as const;

export const entryList = defineAdminList<EntryRow>({
  name: 'content.entries',
  path: contentPath,
  requires: 'content.read',
  texts: { title: texts.entries, count: texts.entryCount, empty: texts.noEntries },
  source: {
    ...{ from: sql`content_entries e`, id: sql`e.id`, select },
    sorts: {
      newest: {
        ...{ title: texts.changedLast, reversedTitle: texts.changedFirst, by: sql`e.changed_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
      title: {
        ...{ title: texts.byTitle, reversedTitle: texts.byTitleReversed, by: sql`e.title` },
        ...{ type: 'text', direction: 'asc' },
      },
    },
    allowedFullScans: { content_entries: 'a shop has some hundreds of pages' },
  },
  columns: {
    title: { title: texts.entryTitle, cell: ({ title }) => title, sort: 'title', onPhone: 'title' },
    state: { title: texts.state, cell: (entry, { t }) => <EntryState t={t} entry={entry} />, onPhone: 'badge' },
    kind: { title: texts.kind, cell: ({ kind }, { t }) => t(texts[kind]) },
    address: { title: texts.address, cell: (entry) => getShopPath(entry) ?? '', onPhone: 'value' },
    changed: { title: texts.changedAt, cell: ({ changedAt }, { time }) => time(changedAt), sort: 'newest' },
    by: { title: texts.changedBy, cell: ({ changedBy }) => changedBy },
  },
  filters: {
    state: entryListParts.stateFilter,
    kind: {
      ...{ kind: 'choice', title: texts.kind, isPromoted: true, where: isOneOf(sql`e.kind`) },
      options: () => kinds.map((value) => ({ value, label: texts[value] })),
    },
  },
  search: { ...entryListParts.search, sample: 'deliv' },
  views: entryListParts.views,
  open: ({ id }) => `${contentPath}/${id}`,
  actions: [publishEntry, unpublishEntry],
  create: { text: texts.create, path: getFormPath(entryForm, null), requires: entryForm.requires },
});
