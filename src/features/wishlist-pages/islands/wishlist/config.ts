import { configId, type WishlistConfig } from '#features/wishlist-pages/contract.ts';

let config: WishlistConfig | undefined;

export function readWishlistConfig(): WishlistConfig {
  config ??= JSON.parse(document.getElementById(configId)?.dataset.config ?? '{}') as WishlistConfig;
  return config;
}
