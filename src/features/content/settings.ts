import { z } from 'zod';
import { flag } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const contentSettings = defineSettings(
  'content',
  z.strictObject({
    embedHosts: z
      .array(
        z
          .string()
          .max(200)
          .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
      )
      .max(30)
      .default(['www.youtube-nocookie.com', 'player.vimeo.com', 'www.openstreetmap.org'])
      .describe('Sites whose pages may stand in pages of the shop, in a frame that a shopper opens.'),
    playsVideos: flag(
      false,
      'Whether videos of YouTube and Vimeo play in pages of the shop, for shoppers who allowed it. Otherwise a link leads to them.',
    ),
  }),
);
