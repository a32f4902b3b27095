import { sql } from 'drizzle-orm';
import { catalogMediaUses, imagesCacheTag } from '#features/catalog/index.ts';
import { contentMediaUse } from '#features/content/index.ts';
import { feedMediaUse } from '#features/photo-feed/index.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { MediaUse } from '#platform/media/uses.ts';
import { sitePath } from '../site/site-form.ts';
import { texts } from '../texts.ts';

const pictureKeys = ['logo', 'darkLogo', 'icon'].map((key) => `${shopDetails.name}.${key}`);

const sitePictures: MediaUse = {
  id: 'site',
  text: texts.site,
  page: { path: () => sitePath, requires: 'settings.write' },
  // Reads the stored settings, since this process may not have loaded a change made a moment ago.
  rows: (shop) => sql`
    select (value ->> 'id')::integer as media_id, 0 as id, ${shop.t(texts.site)}::text as label from platform.settings
    where key = any(${sql.param(pictureKeys)}::text[]) and jsonb_typeof(value) = 'object'`,
  changed: (shop, tx) => shop.pages.invalidate(tx, [imagesCacheTag]),
};

export const mediaUsesOfShop: readonly MediaUse[] = [...catalogMediaUses, contentMediaUse, feedMediaUse, sitePictures];
