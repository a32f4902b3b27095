import { sql } from 'drizzle-orm';
import { catalogMediaUses, imagesCacheTag } from '#features/catalog/index.ts';
import { contentMediaUse } from '#features/content/index.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { MediaUse } from '#platform/media/uses.ts';
import { sitePath } from './site/site-form.ts';
import { texts } from './texts.ts';

/** Logo and icon of the shop. */
const sitePictures: MediaUse = {
  id: 'site',
  text: texts.site,
  page: { path: () => sitePath, requires: 'settings.write' },
  rows: (shop) => {
    const { logo, darkLogo, icon } = shop.settings(shopDetails);
    const ids = [logo, darkLogo, icon].flatMap((picture) => picture?.id ?? []);
    return sql`
      select m.id as media_id, 0 as id, ${shop.t(texts.site)}::text as label from platform.media m
      where m.id = any(${sql.param(ids)}::integer[])`;
  },
  changed: (shop, tx) => shop.pages.invalidate(tx, [imagesCacheTag]),
};

export const mediaUsesOfShop: readonly MediaUse[] = [...catalogMediaUses, contentMediaUse, sitePictures];
