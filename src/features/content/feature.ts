import type { Feature } from '#platform/features/feature.ts';
import { contentBlocks } from './blocks/block-types.ts';
import { blockTexts } from './blocks/kinds/texts.ts';
import { initialContent } from './entries/initial-content.ts';
import { publishJob } from './entries/publish-job.ts';
import { contentPage } from './pages/page.tsx';
import { placeholders } from './pages/placeholders.ts';
import { contentSettings } from './settings.ts';

export const content: Feature = {
  name: 'content',
  needs: ['catalog', 'listing', 'pricing'],
  pages: [contentPage],
  ports: [placeholders, contentBlocks, initialContent],
  jobs: [publishJob],
  settings: [contentSettings],
  texts: [blockTexts],
};
