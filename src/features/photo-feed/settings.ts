import { z } from 'zod';
import { secretSetting } from '#platform/config/secret-setting.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const photoFeedSettings = defineSettings(
  'photo-feed',
  z.strictObject({
    provider: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,59}$/)
      .default('folder')
      .describe(
        'Where photographs come from: `folder`, the folder `photo-feed` in `DATA_DIR`; `graph`, the graph API of a photo service; or the name of an extension’s provider.',
      ),
    apiUrl: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .default('https://graph.instagram.com')
      .describe('Address of the graph API. Another one removes the token, which was meant for the first.'),
    token: secretSetting('Access token of the account at the graph API.', { sentTo: 'apiUrl' }),
    profile: z
      .url({ protocol: /^https$/ })
      .max(300)
      .optional()
      .meta({ description: 'Page of the account, linked where scripts are off.', 'x-default': 'no link' }),
  }),
);
