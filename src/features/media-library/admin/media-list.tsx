import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { contains, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { getSmallestAddress } from '#platform/media/picture.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { usesSql } from '../find-uses.ts';
import { nameMedia } from '../media-subject.ts';
import { mediaTexts as texts } from '../texts.ts';
import { deleteMediaAction } from './delete-action.ts';
import { uploadPath } from './upload-page.tsx';

interface MediaListRow {
  readonly id: number;
  readonly sha256: string;
  readonly name: string;
  readonly title: string;
  readonly alt: string;
  readonly folder: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

export const mediaList = defineAdminList<MediaListRow>({
  name: 'media-library.media',
  path: adminPath('media'),
  requires: 'media.read',
  texts: { title: texts.media, count: texts.count, empty: texts.empty },
  source: {
    from: sql`platform.media m`,
    id: sql`m.id`,
    select: sql`m.id, m.sha256, m.name, m.title, m.alt, m.folder, m.mime, m.width, m.height, m.bytes, m.created_at as "createdAt"`,
    allowedFullScans: {
      media: 'a library has some thousands of pictures, and no index knows which of them nothing shows',
      content_entries: 'a shop has some hundreds of pages, and no index knows the pictures of their blocks',
      products: 'a shop has some ten thousand: the filter reads all that has pictures once',
      variations: 'as many, and few have a picture of their own',
      attribute_terms: 'a shop has some hundreds, and few have a picture',
      content_revisions: 'the newest and the published one of each page',
    },
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`m.created_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
      name: {
        ...{ title: texts.byName, reversedTitle: texts.byNameReversed, by: sql`lower(m.name)` },
        ...{ type: 'text', direction: 'asc' },
      },
      size: {
        ...{ title: texts.largest, reversedTitle: texts.smallest, by: sql`m.bytes` },
        ...{ type: 'bigint', direction: 'desc' },
      },
    },
  },
  columns: {
    preview: {
      title: texts.preview,
      cell: ({ sha256 }) => (
        <img className="media-thumb" src={getSmallestAddress(sha256)} alt="" width="64" height="64" loading="lazy" />
      ),
      csv: ({ sha256 }) => getSmallestAddress(sha256),
      onPhone: 'value',
    },
    name: { title: texts.name, cell: (row) => nameMedia(row), sort: 'name', onPhone: 'title' },
    alt: {
      title: texts.alt,
      cell: ({ alt }, { t }) => alt || <StateBadge tone="warning">{t(texts.altMissing)}</StateBadge>,
      csv: ({ alt }) => alt,
      onPhone: 'badge',
    },
    folder: { title: texts.folder, cell: ({ folder }) => folder, onTablet: 'hidden' },
    dimensions: { title: texts.dimensions, cell: ({ width, height }) => `${width} × ${height}`, isHidden: true },
    size: {
      ...{ title: texts.size, align: 'end', sort: 'size', onTablet: 'hidden' },
      cell: ({ bytes }, { t }) => t(texts.bytes, { size: Math.ceil(bytes / 1000) }),
    },
    type: { title: texts.type, cell: ({ mime }) => mime, isHidden: true },
    created: { title: texts.created, cell: ({ createdAt }, { date }) => date(createdAt), sort: 'newest' },
  },
  tiles: ['preview', 'name', 'alt'],
  filters: {
    alt: {
      kind: 'flag',
      title: texts.altMissing,
      isPromoted: true,
      where: (isSet) => (isSet ? sql`m.alt = ''` : sql`m.alt <> ''`),
    },
    unused: {
      kind: 'flag',
      title: texts.isUnused,
      isPromoted: true,
      where: (isSet, { shop }) => {
        const isUsed = sql`exists (select from (${usesSql(shop)}) u where u.media_id = m.id)`;
        return isSet ? sql`not ${isUsed}` : isUsed;
      },
    },
    folder: { kind: 'text', title: texts.folder, where: (text) => sql`m.folder = ${text}` },
    type: {
      ...{ kind: 'choice', title: texts.type, where: isOneOf(sql`m.mime`) },
      options: () => types.map((value) => ({ value, label: value.slice('image/'.length).toUpperCase() })),
    },
    created: { kind: 'date', title: texts.created, where: isInPeriod(sql`m.created_at`) },
  },
  search: {
    ...{ title: texts.searched, sample: 'bowl' },
    exact: (text) => sql`lower(m.name) = lower(${text})`,
    fuzzy: (text) => contains(sql`m.search_text`, text),
  },
  views: [
    { id: 'undescribed', text: texts.altMissing, filters: { alt: 'yes' } },
    { id: 'unused', text: texts.isUnused, filters: { unused: 'yes' } },
  ],
  open: ({ id }) => adminPath(`media/${id}`),
  hasNeighbourLinks: true,
  actions: [deleteMediaAction],
  create: { text: texts.upload, path: uploadPath, requires: 'media.write' },
});
