import { describe, expect, it } from 'vitest';
import { toPicture } from './picture.ts';
import { listWidths, parseFileName } from './sizes.ts';

const row = {
  id: 4,
  sha256: `${'ab'.repeat(8)}${'0'.repeat(48)}`,
  width: 500,
  height: 625,
  color: '#c9b8a0',
  alt: 'A bowl',
};

describe('widths', () => {
  it.each([
    [90, [160]],
    [160, [160]],
    [161, [160, 320]],
    [500, [160, 320, 480, 640]],
    [1600, [160, 320, 480, 640, 960, 1280, 1600]],
    [6000, [160, 320, 480, 640, 960, 1280, 1600]],
  ])('of an original %d wide', (width, expected) => {
    expect(listWidths(width)).toEqual(expected);
  });

  it('and formats are the only ones in a file name', () => {
    expect(parseFileName('abababababababab-640.webp')).toEqual({
      hashPrefix: 'abababababababab',
      width: 640,
      format: 'webp',
    });
    expect(parseFileName('abababababababab-641.webp')).toBeNull();
    expect(parseFileName('abababababababab-640.svg')).toBeNull();
  });
});

describe('a picture', () => {
  it('offers every size in three formats with its real width', () => {
    const picture = toPicture(row);
    expect(picture).toMatchObject({ id: 4, width: 500, height: 625, color: '#c9b8a0', alt: 'A bowl' });
    expect(picture.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    expect(picture.srcset).toBe(
      '/media/abababababababab-160.jpg 160w, /media/abababababababab-320.jpg 320w, /media/abababababababab-480.jpg 480w, /media/abababababababab-640.jpg 500w',
    );
    expect(picture.src).toBe('/media/abababababababab-640.jpg');
    expect(toPicture({ ...row, width: 3000 }).src).toBe('/media/abababababababab-960.jpg');
    expect(toPicture({ ...row, width: 50 }).src).toBe('/media/abababababababab-160.jpg');
    expect(toPicture(row, '').alt).toBe('');
  });
});
