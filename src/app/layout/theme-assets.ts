import type { Assets } from '#platform/islands/assets.ts';
import type { Theme } from '../theme.ts';
import type { DocumentAssets } from './document.tsx';

/** Font families by the file name of their preloaded font. */
const fontFamilies = { newsreader: 'Newsreader', 'hanken-grotesk': 'Hanken Grotesk' };

/** Adds the theme's style sheet. Drops preloads of fonts that it does not use. */
export function applyTheme(assets: DocumentAssets & Pick<Assets, 'url'>, { file, families }: Theme): DocumentAssets {
  const unused = Object.entries(fontFamilies).flatMap(([fontFile, family]) =>
    families.includes(family) ? [] : [`/${fontFile}`],
  );
  return {
    ...assets,
    styles: [...assets.styles, ...(file === null ? [] : [assets.url(file)])],
    fonts: assets.fonts.filter((url) => !unused.some((path) => url.includes(path))),
  };
}
