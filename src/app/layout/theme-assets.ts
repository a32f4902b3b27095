import type { Assets } from '#platform/islands/assets.ts';
import type { PageView } from '#platform/pages/page.ts';
import type { Theme } from '../theme.ts';
import type { DocumentAssets } from './document.tsx';

/** Font families by the file name of their preloaded font. */
const fontFamilies = { newsreader: 'Newsreader', 'hanken-grotesk': 'Hanken Grotesk' };

/**
 * Adds the theme to the files of a page: its style sheet comes last, and fonts that the theme does not use are not
 * preloaded.
 * @returns the files of a page
 */
export function applyTheme(
  { styles, entry, fonts, url }: DocumentAssets & Pick<Assets, 'url'>,
  { file, families }: Theme,
): (view: Pick<PageView, 'styles' | 'printStyles'>) => DocumentAssets {
  const unused = Object.entries(fontFamilies).flatMap(([fontFile, family]) =>
    families.includes(family) ? [] : [`/${fontFile}`],
  );
  const themeStyles = file === null ? [] : [url(file)];
  const usedFonts = fonts.filter((font) => !unused.some((path) => font.includes(path)));
  return (view) => ({
    styles: [...styles, ...[view.styles ?? []].flat().map(url), ...themeStyles],
    ...(view.printStyles && { printStyles: url(view.printStyles) }),
    entry,
    fonts: usedFonts,
  });
}
