import '@vitejs/plugin-react/preamble';
import { startAdminBar } from '#features/admin-bar/browser.ts';
import { startAppReturns } from '#features/wallet/browser.ts';
import { startNormalisingTyped } from '#platform/forms/browser/normalise-typed.ts';
import { startPrefetch } from '#platform/http/browser/prefetch.ts';
import { prepareAnnouncements } from '#platform/islands/browser/announce.ts';
import { type BehaviourFunction, startIslands } from '#platform/islands/browser/start-islands.ts';
import { startPrivateState } from '#platform/sessions/browser/private-state.ts';
import { startLightboxes } from '#ui/browser/lightbox/start-lightboxes.ts';
import { startOpeningByHash } from '#ui/browser/open-by-hash.ts';
import { startPhotographTransitions } from '#ui/browser/photograph-transition.ts';

// Vite reads these globs at build time, so they have to be literals.
startIslands(
  import.meta.glob([
    '/src/features/*/islands/*.tsx',
    '/src/ui/islands/*.tsx',
    '/{examples,extensions}/*/islands/*.tsx',
    '!**/*.test.tsx',
  ]),
  import.meta.glob([
    '/src/features/*/islands/*.behaviour.ts',
    '/src/ui/islands/*.behaviour.ts',
    '/{examples,extensions}/*/islands/*.behaviour.ts',
    '!**/{account-link,dropdown-menu,mini-cart,sidebar,sticky-header,tabs,tracker,wishlist}.behaviour.ts',
  ]),
  // Behaviours of the layout start on every page, so they are part of this script.
  import.meta.glob<BehaviourFunction>(
    '/src/{features/*,ui}/islands/{account-link,dropdown-menu,mini-cart,sidebar,sticky-header,tabs,tracker,wishlist}.behaviour.ts',
    { eager: true, import: 'behaviour' },
  ),
);
startAppReturns();
prepareAnnouncements();
startPrivateState();
startNormalisingTyped();
startOpeningByHash();
startLightboxes();
startPhotographTransitions();
startPrefetch();
startAdminBar();
