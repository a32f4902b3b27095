import type { Page } from '#platform/pages/page.ts';
import { giftNotesPath } from '../contract.ts';
import { countGiftNotes, giftNotesTag } from '../gift-notes.ts';
import { giftNoteTexts as texts } from '../texts.ts';

/** The same for everyone: shows the number of cards, never a note. */
export const giftNotesPage: Page = {
  name: 'gift-notes',
  path: giftNotesPath,
  async load({ db }, { t }) {
    const count = await countGiftNotes(db);
    return {
      kind: 'page',
      title: t(texts.pageTitle),
      description: t(texts.pageLead),
      tags: [giftNotesTag],
      body: (
        <div className="wrap wrap--text">
          <header className="page-head">
            <h1>{t(texts.pageTitle)}</h1>
            <p className="lead">{t(texts.pageLead)}</p>
          </header>
          <div className="prose">
            <p>{t(texts.pageHow)}</p>
            <p>{t(texts.pageCount, { count })}</p>
          </div>
        </div>
      ),
    };
  },
};
