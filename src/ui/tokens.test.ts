import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const readColorPairs = (file: string) =>
  readFileSync(join(root, file), 'utf8').matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);

/** The default tokens, and for each theme the default tokens overridden by its own. */
const tokenSets = ['src/ui/styles/tokens.css', ...globSync('themes/*.css', { cwd: root })].map((file) => {
  const pairs = [...readColorPairs('src/ui/styles/tokens.css'), ...readColorPairs(file)];
  return {
    file,
    light: new Map(pairs.map(([, name, light]) => [name, light])),
    dark: new Map(pairs.map(([, name, , dark]) => [name, dark])),
  };
});

/** Relative luminance (WCAG 2.2). */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2), 1 to 21. */
function getContrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [getLuminance(first), getLuminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const colorSchemes = tokenSets.flatMap(({ file, light, dark }) => [
  { name: `light colours of ${file}`, colors: light },
  { name: `dark colours of ${file}`, colors: dark },
]);

describe.each(colorSchemes)('the $name', ({ colors }) => {
  const color = (token: string) => {
    const value = colors.get(token);
    if (!value) throw new Error(`there is no colour token --${token}`);
    return value;
  };
  it.each(['paper', 'raised', 'sunk'])('give body text on %s a contrast of 7:1 (AAA)', (background) => {
    expect(getContrast(color('ink'), color(background))).toBeGreaterThanOrEqual(7);
  });

  it.each(['paper', 'raised'])('give other text on %s a contrast of 4.5:1 (AA)', (background) => {
    for (const text of ['muted', 'clay', 'clay-deep', 'celadon', 'ochre', 'error']) {
      expect(getContrast(color(text), color(background)), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('give text on sunk, in the footer and in disabled controls, a contrast of 4.5:1 (AA)', () => {
    for (const text of ['muted', 'clay']) {
      expect(getContrast(color(text), color('sunk')), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('give the strong button a contrast of 4.5:1, hovered or not', () => {
    expect(getContrast(color('on-clay'), color('clay'))).toBeGreaterThanOrEqual(4.5);
    expect(getContrast(color('on-clay'), color('clay-deep'))).toBeGreaterThanOrEqual(4.5);
  });

  it('give borders of controls a contrast of 3:1', () => {
    expect(getContrast(color('edge'), color('paper'))).toBeGreaterThanOrEqual(3);
    expect(getContrast(color('edge'), color('raised'))).toBeGreaterThanOrEqual(3);
  });
});
