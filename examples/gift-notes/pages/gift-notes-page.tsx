import type { Page } from '#platform/pages/page.ts';
import { PageHead } from '#ui/page-head.tsx';
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
          <PageHead title={t(texts.pageTitle)} lead={t(texts.pageLead)} />
          <div className="prose">
            <p>{t(texts.pageHow)}</p>
            <p>{t(texts.pageCount, { count })}</p>
          </div>
        </div>
      ),
    };
  },
};
