import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A photograph at its provider. */
export interface FeedPhoto {
  /** Permanent and once at its provider, at most 300 characters. */
  readonly externalId: string;
  readonly caption: string;
  /** https address of its page; '' for none. */
  readonly link: string;
  /** Its bytes, which are not trusted; null when they can't be had now. */
  readonly read: () => Promise<Buffer | null>;
}

export type FeedRead =
  | { readonly ok: true; readonly photos: readonly FeedPhoto[] }
  /** `message` is shown to staff: it has no secret. */
  | { readonly ok: false; readonly message: string };

export type TokenRenewal =
  | { readonly ok: true; readonly token: string /** How long it is good for. */; readonly seconds: number }
  /** `message` is shown to staff: it has no secret. */
  | { readonly ok: false; readonly message: string };

export interface FeedProvider {
  /** As the setting `photo-feed.provider` names it. Permanent. */
  readonly name: string;
  /** Lists the newest photographs, newest first. Called by a job. */
  readonly list: (shop: Shop, max: number) => Promise<FeedRead>;
  /** Has the access token of the settings renewed, for services whose tokens end. Called by a job. */
  readonly renewToken?: (shop: Shop, token: string) => Promise<TokenRenewal>;
}

/** Where the photographs of the feed may come from. */
export const photoFeedProviders = definePort<FeedProvider>('photo-feed.providers');
