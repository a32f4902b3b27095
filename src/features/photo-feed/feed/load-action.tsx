import type { FastifyRequest } from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { isAdminBarUser } from '#platform/admin/admin-bar-users.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import { Picture } from '#ui/picture.tsx';
import { type FeedConfig, maxColumns, maxPhotos, minColumns } from '../contract.ts';
import { photoFeedSettings } from '../settings.ts';
import { photoFeedTexts as texts } from '../texts.ts';
import { findFailure, findShownPhotos, type ShownPhoto } from './feed-rows.ts';

export const getFeedActionName = ({ themePrefix }: WireNames) => `${themePrefix}_load_instagram`;

const feedConfig = z.strictObject({
  count: z.coerce.number().int().min(1).max(maxPhotos),
  columns: z.coerce.number().int().min(minColumns).max(maxColumns),
});

/** The config is JSON; jQuery scripts send its fields as separate parameters. */
const feedInput = z.looseObject({
  data: z.string().max(500).optional().describe('The feed config as JSON: `{"count":6,"columns":3}`'),
});

function readConfig({ data, ...fields }: z.infer<typeof feedInput>): FeedConfig | null {
  const own = Object.entries(fields).flatMap(([name, value]) => {
    const [, key] = /^data\[(\w{1,20})\]$/.exec(name) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  try {
    return feedConfig.safeParse(data === undefined ? Object.fromEntries(own) : JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

const feedReply = z.strictObject({
  success: z.boolean(),
  data: z
    .union([z.string(), z.strictObject({ code: z.string(), message: z.string() })])
    .describe('HTML that replaces the placeholder, or an error, whose message is for who has the admin bar alone'),
});

/** Renders the photographs of the last read, so that calls of shoppers never reach the photo service. */
export const loadFeedAction = defineAjaxAction({
  name: getFeedActionName,
  description: 'Renders the photographs of the shop’s feed.',
  endpoint: 'platformAjaxEndpoint',
  method: 'GET',
  schema: feedInput,
  response: feedReply,
  async run({ shop, request }, input) {
    const config = readConfig(input);
    if (!config) return createError(shop, request, 'invalid_data', shop.t(texts.invalid));
    const { provider } = shop.settings(photoFeedSettings);
    const photos = await findShownPhotos(shop.db, { provider, count: config.count });
    const failure = await findFailure(shop.db, provider);
    if (photos.length === 0) {
      const message = shop.t(texts.error, { message: failure || shop.t(texts.NO_PHOTOS) });
      return createError(shop, request, 'feed_failed', message);
    }
    // The photographs of the last success stay. Only staff with the admin bar see the failure.
    const isTold = failure !== '' && (await isAdminBarUser(shop, request));
    const error = isTold ? shop.t(texts.error, { message: failure }) : null;
    return { success: true, data: renderToStaticMarkup(<Feed {...{ shop, photos, config, error }} />) };
  },
});

async function createError(shop: Shop, request: FastifyRequest, code: string, message: string) {
  return { success: false, data: { code, message: (await isAdminBarUser(shop, request)) ? message : '' } };
}

interface FeedProps {
  readonly shop: Shop;
  readonly photos: readonly ShownPhoto[];
  readonly config: FeedConfig;
  readonly error: string | null;
}

function Feed({ shop, photos, config: { columns }, error }: FeedProps) {
  const sizes = `(min-width: 850px) ${Math.ceil(100 / columns)}vw, 47vw`;
  return (
    <>
      {error !== null && <p className="photo-feed__error">{error}</p>}
      <ul className={`photo-feed photo-feed--${columns}`} role="list">
        {photos.map(({ externalId, caption, link, ...row }) => {
          const alt = truncateText(row.alt || caption, 125) || shop.t(texts.photo);
          const picture = <Picture picture={shop.media.picture(row, alt)} sizes={sizes} />;
          return (
            <li key={externalId}>
              {link === '' ? (
                picture
              ) : (
                <a href={link} rel="noopener">
                  {picture}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
