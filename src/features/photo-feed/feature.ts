import type { Feature } from '#platform/features/feature.ts';
import { loadFeedAction } from './feed/load-action.tsx';
import { refreshFeedJob } from './feed/refresh-feed.ts';
import { photoFeedProviders } from './ports.ts';
import { photoFeedSettings } from './settings.ts';
import { photoFeedTexts } from './texts.ts';

export const photoFeed: Feature = {
  name: 'photo-feed',
  needs: ['content', 'media-library'],
  actions: [loadFeedAction],
  ports: [photoFeedProviders],
  jobs: [refreshFeedJob],
  settings: [photoFeedSettings],
  texts: [photoFeedTexts],
};
