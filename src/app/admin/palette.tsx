import { adminSearchPath } from '#platform/admin/contract.ts';
import { maxQueryLength } from '#platform/admin/search.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Icon } from '#ui/icon.tsx';
import { adminTexts as texts } from './texts.ts';

const listId = 'palette-hits';

/** The search over every page of the back office (Ctrl+K). `src/platform/admin/browser/palette.ts` opens and fills it. */
export function Palette({ t, actor }: { readonly t: Translate; readonly actor: Actor }) {
  return (
    <dialog
      className="palette"
      data-palette={actor.staffId ?? actor.name}
      aria-label={t(texts.searchLabel)}
      data-recent={t(texts.searchRecent)}
      data-none={t(texts.searchNone, { query: '{query}' })}
      data-failed={t(texts.searchFailed)}
    >
      <form className="palette__form" action={adminSearchPath}>
        <Icon name="search" />
        <input
          className="palette__input"
          // The type is not `search`: in such a field Escape empties the field instead of closing the palette.
          type="text"
          name="q"
          maxLength={maxQueryLength}
          aria-label={t(texts.searchLabel)}
          placeholder={t(texts.searchHint)}
          autoComplete="off"
          spellCheck={false}
          inputMode="search"
          enterKeyHint="go"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded="false"
          aria-controls={listId}
        />
        <button className="palette__close" type="button" data-palette-close="">
          <span className="key" aria-hidden="true">
            Esc
          </span>
          <span className="visually-hidden">{t(texts.searchClose)}</span>
        </button>
      </form>
      <div className="palette__hits" id={listId} role="listbox" aria-label={t(texts.searchLabel)} />
      <p className="palette__note" data-palette-note="" hidden />
    </dialog>
  );
}
