import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const journalSettings = defineSettings(
  'journal',
  z.strictObject({
    perPage: z.int().min(1).max(50).default(12).describe('Posts on one page.'),
    feedPosts: z.int().min(1).max(100).default(20).describe('Newest posts in a feed.'),
    comments: z
      .boolean()
      .default(true)
      .describe('Whether readers can comment on posts, besides `comments.isOpen` and the switch of each post.'),
  }),
);
