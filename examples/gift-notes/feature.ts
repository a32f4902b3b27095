import { projectRoot } from '#platform/config/project-root.ts';
import type { Feature } from '#platform/features/feature.ts';
import { giftNotesPage } from './pages/gift-notes-page.tsx';
import { giftNoteTexts } from './texts.ts';

export const giftNotes: Feature = {
  name: 'gift-notes',
  needs: ['orders', 'checkout'],
  // Relative to the project: the build moves this file.
  migrations: `${projectRoot}/examples/gift-notes/migrations`,
  pages: [giftNotesPage],
  texts: [giftNoteTexts],
};
