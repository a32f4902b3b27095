import { projectRoot } from '#platform/config/project-root.ts';
import type { Feature } from '#platform/features/feature.ts';
import { giftNotesPage } from './pages/gift-notes-page.tsx';
import { giftNoteTexts } from './texts.ts';

export const giftNotes: Feature = {
  name: 'gift-notes',
  needs: ['orders', 'checkout'],
  // From the root: built, this file is somewhere else.
  migrations: `${projectRoot}/examples/gift-notes/migrations`,
  pages: [giftNotesPage],
  texts: [giftNoteTexts],
};
