import { z } from 'zod';
import { mediaFileLimits } from '#features/media-library/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Fetched, fetchBytes } from '#platform/media/fetch-bytes.ts';
import type { FeedPhoto, FeedProvider } from '../ports.ts';
import { photoFeedSettings } from '../settings.ts';

const post = z.object({
  // The id is stored, so it must contain no characters that the database refuses.
  id: z.string().regex(/^[\w.:-]{1,100}$/),
  caption: z.string().default(''),
  media_type: z.string().default('IMAGE'),
  media_url: z.string().optional(),
  /** The still picture of a video. */
  thumbnail_url: z.string().optional(),
  permalink: z.string().default(''),
});
const reply = z.object({ data: z.array(z.unknown()) });

const renewal = z.object({
  // Accepts the same tokens as the setting.
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: z.number().positive().max(1_000_000_000),
});

/** Posts of an account at a photo service with a graph API. Videos are shown by their still picture. */
export const graphProvider: FeedProvider = {
  name: 'graph',
  async list(shop, max) {
    const { token } = shop.settings(photoFeedSettings);
    if (token === null) return { ok: false, message: 'the access token is missing' };
    const asked = await ask(shop, token.reveal(), 'me/media', reply, {
      fields: 'id,caption,media_type,media_url,thumbnail_url,permalink',
      limit: String(max),
    });
    if (!asked.ok) return asked;
    const posts = asked.value.data.flatMap((each) => post.safeParse(each).data ?? []);
    return { ok: true, photos: posts.slice(0, max).flatMap((each) => toPhoto(shop, each) ?? []) };
  },
  async renewToken(shop, token) {
    const asked = await ask(shop, token, 'refresh_access_token', renewal, { grant_type: 'ig_refresh_token' });
    return asked.ok ? { ok: true, token: asked.value.access_token, seconds: asked.value.expires_in } : asked;
  },
};

async function ask<Answer>(
  shop: Shop,
  token: string,
  path: string,
  schema: z.ZodType<Answer>,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly ok: true; readonly value: Answer } | { readonly ok: false; readonly message: string }> {
  const { apiUrl } = shop.settings(photoFeedSettings);
  if (shop.config.mode === 'live' && URL.parse(apiUrl)?.protocol !== 'https:')
    return { ok: false, message: 'the address of the service must begin with https' };
  // The service takes the token only in the query. Therefore the address is never logged, and failures are reported
  // without it.
  const query = new URLSearchParams({ ...fields, access_token: token });
  const fetched = await fetchFrom(shop, `${apiUrl.replace(/\/$/, '')}/${path}?${query}`, {
    ...{ maxBytes: 2_000_000, accept: 'application/json', maxRedirects: 0 },
  });
  if (!fetched.ok) return { ok: false, message: describeFailure(fetched) };
  const parsed = schema.safeParse(readJson(fetched.bytes));
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, message: 'the answer was not understood' };
}

function toPhoto(
  shop: Shop,
  { id, caption, media_type: type, permalink, ...own }: z.infer<typeof post>,
): FeedPhoto | null {
  const address = type === 'VIDEO' ? own.thumbnail_url : (own.media_url ?? own.thumbnail_url);
  if (address === undefined) return null;
  const page = URL.parse(permalink);
  // Normalized by the URL parser, since browsers accept spaces and capitals that the database refuses.
  const link = page?.protocol === 'https:' && page.href.length <= 500 ? page.href : '';
  const read = async () => {
    const fetched = await fetchFrom(shop, address, { maxBytes: mediaFileLimits().maxBytes });
    return fetched.ok ? fetched.bytes : null;
  };
  return { externalId: id, caption, link, read };
}

const fetchFrom = (shop: Shop, address: string, options: Parameters<typeof fetchBytes>[1]): Promise<Fetched> =>
  fetchBytes(address, { ...options, allowPrivate: shop.config.mode === 'live' ? [] : ['127.0.0.1'] });

function describeFailure(failure: Exclude<Fetched, { readonly ok: true }>): string {
  if (failure.code !== 'NOT_FETCHED') return failure.code;
  const [, status] = /^STATUS_(\d+)$/.exec(failure.reason) ?? [];
  return status === undefined ? failure.reason : `the service answered with status ${status}`;
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
