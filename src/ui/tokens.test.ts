import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pairsIn = (file: string) =>
  readFileSync(join(root, file), 'utf8').matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);

/** The shop's own tokens, and for each theme these with the theme's in their places. */
const looks = ['src/ui/styles/tokens.css', ...globSync('themes/*.css', { cwd: root })].map((file) => {
  const pairs = [...pairsIn('src/ui/styles/tokens.css'), ...pairsIn(file)];
  return {
    file,
    light: new Map(pairs.map(([, name, light]) => [name, light])),
    dark: new Map(pairs.map(([, name, , dark]) => [name, dark])),
  };
});

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const sets = looks.flatMap(({ file, light, dark }) => [
  { name: `light colours of ${file}`, colors: light },
  { name: `dark colours of ${file}`, colors: dark },
]);

describe.each(sets)('the $name', ({ colors }) => {
  const color = (token: string) => {
    const value = colors.get(token);
    if (!value) throw new Error(`no colour is called ${token}`);
    return value;
  };
  const grounds = ['paper', 'raised', 'sunk'];

  it.each(grounds)('let running text be read on %s by everyone (AAA)', (ground) => {
    expect(contrast(color('ink'), color(ground))).toBeGreaterThanOrEqual(7);
  });

  it.each(['paper', 'raised'])('let every other text be read on %s (AA)', (ground) => {
    for (const text of ['muted', 'clay', 'clay-deep', 'celadon', 'ochre', 'error']) {
      expect(contrast(color(text), color(ground)), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('let what stands on sunk, in footer and disabled controls, be read (AA)', () => {
    for (const text of ['muted', 'clay']) {
      expect(contrast(color(text), color('sunk')), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('let the strong button be read, pointed at or not', () => {
    expect(contrast(color('on-clay'), color('clay'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color('on-clay'), color('clay-deep'))).toBeGreaterThanOrEqual(4.5);
  });

  it('let the edges of controls be seen (3:1)', () => {
    expect(contrast(color('edge'), color('paper'))).toBeGreaterThanOrEqual(3);
    expect(contrast(color('edge'), color('raised'))).toBeGreaterThanOrEqual(3);
  });
});
