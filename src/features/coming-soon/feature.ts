import type { Feature } from '#platform/features/feature.ts';
import { dismissBanner } from './dismiss.ts';
import { comingSoonSettings } from './settings.ts';
import { comingSoonTexts } from './texts.ts';

export const comingSoon: Feature = {
  name: 'coming-soon',
  needs: [],
  mutations: [dismissBanner],
  settings: [comingSoonSettings],
  texts: [comingSoonTexts],
};
