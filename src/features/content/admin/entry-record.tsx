import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { listRevisions } from '../entries/revisions.ts';
import { type Entry, findEntry } from '../entries/save-entry.ts';
import { getShopPath } from '../pages/paths.ts';
import { builderTexts } from './builder/builder-texts.ts';
import { entryForm } from './entry-form.ts';
import { EntryState } from './entry-state.tsx';
import { changeEntryAddress, restoreRevision, scheduleEntry } from './operations.tsx';
import { contentPath, entryPath, getBuilderPath, getComparePath, getPreviewPath } from './paths.ts';
import { publishEntry, unpublishEntry } from './publish-actions.ts';
import { contentTexts as texts } from './texts.ts';

const addressPanel: AdminPanel<Entry> = {
  ...{ id: 'address', title: texts.address, column: 'side' },
  render({ t, choices: { locale } }, entry) {
    const path = getShopPath(entry);
    return (
      <ul className="stack" role="list">
        <li>
          <a href={getPreviewPath(entry.id)}>{t(texts.preview)}</a>
        </li>
        {entry.kind !== 'menu' && (
          <li>
            <a href={getBuilderPath(entry.id)}>{t(builderTexts.label)}</a>
          </li>
        )}
        {path !== null && entry.publishedId !== null && (
          <li>
            <a href={path}>{t(texts.view)}</a>
          </li>
        )}
        {path !== null && <li>{path}</li>}
        {entry.scheduledAt && <li>{t(texts.isScheduled, { date: formatMoment(entry.scheduledAt, locale) })}</li>}
      </ul>
    );
  },
};

const revisionsPanel: AdminPanel<Entry> = {
  ...{ id: 'revisions', title: texts.revisions, column: 'side' },
  async render(shop, entry) {
    const { t, choices } = shop;
    const revisions = await listRevisions(shop.db, { entryId: entry.id });
    return (
      <ol className="stack" role="list">
        {revisions.map(({ id, createdAt, by }) => {
          const date = formatMoment(createdAt, choices.locale);
          const marks = [
            ...(id === entry.draftId ? [t(texts.isDraft)] : []),
            ...(id === entry.publishedId ? [t(texts.isPublished)] : []),
          ];
          const name = [t(texts.by, { date, by }), ...marks].join(' · ');
          return (
            <li key={id}>
              {id === entry.draftId ? (
                name
              ) : (
                <>
                  {name}{' '}
                  <a href={getComparePath(entry.id, id)} aria-label={`${t(texts.compare)}: ${date}`}>
                    {t(texts.compare)}
                  </a>
                </>
              )}
            </li>
          );
        })}
      </ol>
    );
  },
};

const isNew = ({ draftId, publishedId }: Entry) => draftId !== publishedId;

export const entryRecord = defineAdminRecord<Entry>({
  name: 'content.entry',
  path: entryPath,
  requires: 'content.read',
  subject: 'content',
  back: { path: contentPath, text: texts.entries },
  load: (_shop, db, id) => findEntry(db, id),
  head: (shop: Shop, entry) => ({
    title: entry.title,
    states: <EntryState t={shop.t} entry={entry} />,
    facts: shop.t(texts[entry.kind]),
  }),
  form: entryForm,
  panels: [addressPanel, revisionsPanel],
  actions: [
    { action: publishEntry, isShown: (entry) => isNew(entry) || entry.scheduledId !== null, isNext: isNew },
    { action: unpublishEntry, isShown: (entry) => entry.publishedId !== null || entry.scheduledId !== null },
  ],
  operations: [
    { operation: scheduleEntry, isShown: isNew },
    { operation: changeEntryAddress, isShown: ({ kind }) => kind === 'page' || kind === 'post' },
    { operation: restoreRevision, panel: 'revisions' },
  ],
});
