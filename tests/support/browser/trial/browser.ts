import { applyFragments, collectFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { startPrefetch } from '#platform/http/browser/prefetch.ts';
import { announce, prepareAnnouncements } from '#platform/islands/browser/announce.ts';
import { startIslands } from '#platform/islands/browser/start-islands.ts';
import { privateState, startPrivateState } from '#platform/sessions/browser/private-state.ts';
import { startLightboxes } from '#ui/browser/lightbox/start-lightboxes.ts';
import { startOpeningByHash } from '#ui/browser/open-by-hash.ts';

/** Functions that tests call in the page. */
const trial = { applyFragments, collectFragments, call, announce, privateState };

declare global {
  interface Window {
    trial: typeof trial;
    /** Messages of islands and behaviours. */
    said: string[];
  }
}

window.trial = trial;
window.said = [];
startIslands(
  import.meta.glob(['/tests/support/browser/trial/islands/*.tsx', '/src/ui/islands/*.tsx', '!**/*.test.tsx']),
  import.meta.glob(['/tests/support/browser/trial/islands/*.behaviour.ts', '/src/ui/islands/*.behaviour.ts']),
);
prepareAnnouncements();
startPrivateState();
startOpeningByHash();
startLightboxes();
startPrefetch();
