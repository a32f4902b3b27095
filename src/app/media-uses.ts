import { sql } from 'drizzle-orm';
import { catalogMediaUses, imagesCacheTag } from '#features/catalog/index.ts';
import { contentMediaUse } from '#features/content/index.ts';
import type { MediaUse } from '#platform/media/uses.ts';
import { storefrontSettings } from './settings.ts';
import { texts } from './texts.ts';

/** Pictures that the settings of the home page name. */
const homePictures: MediaUse = {
  id: 'home',
  text: texts.pageUse,
  page: null,
  rows: (shop) => {
    const { hero, editorial } = shop.settings(storefrontSettings);
    const names = [hero?.picture, editorial?.picture].filter((name) => name !== undefined);
    return sql`
      select m.id as media_id, 0 as id, ${shop.t(texts.homeUse)}::text as label from platform.media m
      where m.name = any(${sql.param(names)}::text[])`;
  },
  changed: (shop, tx) => shop.pages.invalidate(tx, [imagesCacheTag]),
};

export const mediaUsesOfShop: readonly MediaUse[] = [...catalogMediaUses, contentMediaUse, homePictures];
