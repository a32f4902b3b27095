import '@vitejs/plugin-react/preamble';
import { startCounts } from '#platform/admin/browser/counts.ts';
import { markStaff } from '#platform/admin/browser/mark-staff.ts';
import { startPalette } from '#platform/admin/browser/palette.ts';
import { startNormalisingTyped } from '#platform/forms/browser/normalise-typed.ts';
import { prepareAnnouncements } from '#platform/islands/browser/announce.ts';
import { startIslands } from '#platform/islands/browser/start-islands.ts';
import { startMenus } from '#ui/admin/browser/menus.ts';
import { startViewTabs } from '#ui/admin/browser/view-tabs.ts';
import { startOpeningByHash } from '#ui/browser/open-by-hash.ts';

// Islands of the back office only. Vite reads these globs at build time, so they have to be literals.
startIslands(
  import.meta.glob([
    '/{src/platform,src/ui}/admin/**/islands/*.tsx',
    '/{src/features,examples,extensions}/*/admin/**/islands/*.tsx',
    '!**/*.test.tsx',
  ]),
  import.meta.glob([
    '/{src/platform,src/ui}/admin/**/islands/*.behaviour.ts',
    '/{src/features,examples,extensions}/*/admin/**/islands/*.behaviour.ts',
  ]),
);
prepareAnnouncements();
startNormalisingTyped();
startOpeningByHash();
startMenus();
startViewTabs();
startCounts();
startPalette();
markStaff();
