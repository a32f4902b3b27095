import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { wishlistPath } from './contract.ts';
import { wishlistErrors } from './errors.ts';
import { wishlistFragments } from './fragments/render-fragments.ts';
import { wishlistHints } from './hints.ts';
import { purgeWishlistsJob } from './purge-wishlists.ts';
import { wishlistSettings } from './settings.ts';
import { wishlistTexts } from './texts.ts';
import { wishlistCommands } from './wishlist-commands.ts';
import { itemWrites } from './writes/item-writes.ts';
import { listWrites } from './writes/list-writes.ts';

export const wishlists: Feature = {
  name: 'wishlists',
  needs: ['cart', 'catalog', 'contact-forms', 'customers', 'manual-orders', 'pricing', 'uploads'],
  permissions: [
    definePermission('wishlists.read', 'See wishlists'),
    definePermission('wishlists.write', 'Hide and delete wishlists'),
  ],
  mutations: [...itemWrites, ...listWrites],
  privatePaths: [wishlistPath],
  hints: [wishlistHints],
  jobs: [purgeWishlistsJob],
  ports: [wishlistFragments],
  settings: [wishlistSettings],
  texts: [wishlistTexts],
  errors: [wishlistErrors],
  commands: wishlistCommands,
};
