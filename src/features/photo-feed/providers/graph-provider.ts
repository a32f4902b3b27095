import { z } from 'zod';
import { mediaFileLimits } from '#features/media-library/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Fetched, fetchBytes } from '#platform/media/fetch-bytes.ts';
import type { FeedPhoto, FeedProvider } from '../ports.ts';
import { photoFeedSettings } from '../settings.ts';

const post = z.object({
  // Stored: no character that the database refuses.
  id: z.string().regex(/^[\w.:-]{1,100}$/),
  caption: z.string().default(''),
  media_type: z.string().default('IMAGE'),
  media_url: z.string().optional(),
  /** Of videos. */
  thumbnail_url: z.string().optional(),
  permalink: z.string().default(''),
});
const reply = z.object({ data: z.array(z.unknown()) });

/** Posts of an account at a photo service with a graph API. Of videos it takes the still picture. */
export const graphProvider: FeedProvider = {
  name: 'graph',
  async list(shop, max) {
    const { apiUrl, token } = shop.settings(photoFeedSettings);
    if (token === null) return { ok: false, message: 'the access token is missing' };
    if (shop.config.mode === 'live' && URL.parse(apiUrl)?.protocol !== 'https:')
      return { ok: false, message: 'the address of the service must begin with https' };
    const query = new URLSearchParams({
      fields: 'id,caption,media_type,media_url,thumbnail_url,permalink',
      limit: String(max),
      // The only way that the service takes it. The address is never logged, and what is reported has no address.
      access_token: token.reveal(),
    });
    const fetched = await fetchFrom(shop, `${apiUrl.replace(/\/$/, '')}/me/media?${query}`, {
      ...{ maxBytes: 2_000_000, accept: 'application/json', maxRedirects: 0 },
    });
    if (!fetched.ok) return { ok: false, message: describeFailure(fetched) };
    const parsed = reply.safeParse(readJson(fetched.bytes));
    if (!parsed.success) return { ok: false, message: 'the answer was not understood' };
    const posts = parsed.data.data.flatMap((each) => post.safeParse(each).data ?? []);
    return { ok: true, photos: posts.slice(0, max).flatMap((each) => toPhoto(shop, each) ?? []) };
  },
};

function toPhoto(
  shop: Shop,
  { id, caption, media_type: type, permalink, ...own }: z.infer<typeof post>,
): FeedPhoto | null {
  const address = type === 'VIDEO' ? own.thumbnail_url : (own.media_url ?? own.thumbnail_url);
  if (address === undefined) return null;
  const page = URL.parse(permalink);
  // As the database takes it: browsers read spaces and capitals that it does not.
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
