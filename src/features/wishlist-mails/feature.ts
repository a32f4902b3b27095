import type { Feature } from '#platform/features/feature.ts';
import { newsKind, sendNewsJob, wishlistMailSettings } from './send-news.ts';
import { wishlistMailTexts as texts } from './texts.ts';

export const wishlistMails: Feature = {
  name: 'wishlist-mails',
  needs: ['catalog', 'email-preferences', 'wishlists'],
  jobs: [sendNewsJob],
  settings: [wishlistMailSettings],
  texts: [texts],
};

/** Provides the news mail for the customers' choice of optional mails. */
export const wishlistNews = { kind: newsKind, title: texts.title, description: texts.description };
