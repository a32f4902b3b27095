import type { Handling } from '#platform/features/events.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Filling } from '#platform/features/slots.ts';
import type { WireNames } from './wire-names.ts';

/** The shop's choices, in `shop.config.ts`. */
export interface ShopConfig {
  readonly name: string;
  readonly tagline: string;
  /** BCP 47. */
  readonly locale: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Whether prices are shown and entered with the tax of the base zone. */
  readonly taxDisplay: 'including' | 'excluding';
  /** ISO 3166-1 alpha-2 codes of the countries it sells to. */
  readonly countries: readonly string[];
  readonly email: string;
  /** Lines of the shop's own address. */
  readonly address: readonly string[];
  /** Name of a style sheet in `themes/`, whose tokens replace the default ones. */
  readonly theme?: string;
  /** Wire names that a shop keeps when it moves here. */
  readonly wire?: Partial<WireNames>;
  /** Visible strings by key that replace the English ones. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Settings of features by the feature's name; docs/configuration.md lists them. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Features from outside `src/`, after the shop's own. */
  readonly features?: readonly Feature[];
  /** What they fill and handle, after the shop's own wiring. */
  readonly fills?: readonly Filling[];
  readonly handles?: readonly Handling[];
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The shop's own choices, from `shop.config.ts`. */
    readonly choices: ShopConfig;
  }
}

export function defineShop(config: ShopConfig): ShopConfig {
  return config;
}
