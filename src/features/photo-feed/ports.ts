import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A photograph at its provider. */
export interface FeedPhoto {
  /** Permanent id, unique at its provider, of at most 300 characters. */
  readonly externalId: string;
  readonly caption: string;
  /** Address (https) of the photograph's page; '' without a page. */
  readonly link: string;
  /** Fetches the file, whose content is not trusted; null when it can't be fetched now. */
  readonly read: () => Promise<Buffer | null>;
}

export type FeedRead =
  | { readonly ok: true; readonly photos: readonly FeedPhoto[] }
  /** `message` is shown to staff and contains no secrets. */
  | { readonly ok: false; readonly message: string };

export type TokenRenewal =
  | { readonly ok: true; readonly token: string /** How long it is good for. */; readonly seconds: number }
  /** `message` is shown to staff and contains no secrets. */
  | { readonly ok: false; readonly message: string };

export interface FeedProvider {
  /** Name in the setting `photo-feed.provider`. Permanent. */
  readonly name: string;
  /** Lists the newest photographs, newest first. Called by a job. */
  readonly list: (shop: Shop, max: number) => Promise<FeedRead>;
  /** Renews the access token of the settings, for services whose tokens expire. Called by a job. */
  readonly renewToken?: (shop: Shop, token: string) => Promise<TokenRenewal>;
}

/** Providers from which the photographs of the feed may come. */
export const photoFeedProviders = definePort<FeedProvider>('photo-feed.providers');
