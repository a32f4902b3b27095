import type { EditableEntries } from '#features/content/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { adminBarTexts as texts } from './texts.ts';

interface AdminBarProps {
  readonly t: Translate;
  readonly name: string;
  /** Null for members of staff who may not edit pages. */
  readonly entries: EditableEntries | null;
}

/**
 * Shows the signed-in member of staff and links to content of the page that they may edit. The script places the
 * links of reusable blocks at the blocks.
 */
export function AdminBar({ t, name, entries }: AdminBarProps) {
  return (
    <>
      <aside className="staff-bar" aria-label={t(texts.label)}>
        <a className="staff-bar__link" href={adminPath()}>
          {t(texts.office)}
        </a>
        {entries?.page && <EditLinks t={t} entry={entries.page} />}
        {entries && entries.failed.length > 0 && (
          <strong>{t(texts.failed, { blocks: entries.failed.join(', ') })}</strong>
        )}
        <span className="staff-bar__name">{name}</span>
      </aside>
      {entries?.blocks.map((entry) => (
        <div key={entry.id} className="edit-links" data-edits={entry.id} hidden>
          <EditLinks t={t} entry={entry} />
        </div>
      ))}
    </>
  );
}

interface EditLinksProps {
  readonly t: Translate;
  readonly entry: NonNullable<EditableEntries['page']>;
}

function EditLinks({ t, entry: { title, builderPath, editorPath } }: EditLinksProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div className="staff-bar__group" role="group" aria-label={t(texts.edit, { title })}>
      <span className="staff-bar__title">{title}</span>
      <a className="staff-bar__link" href={builderPath} aria-label={t(texts.builderOf, { title })}>
        {t(texts.builder)}
      </a>
      <a className="staff-bar__link" href={editorPath} aria-label={t(texts.editorOf, { title })}>
        {t(texts.editor)}
      </a>
    </div>
  );
}
