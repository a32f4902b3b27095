import { describe, expect, it } from 'vitest';
import { toCardPicture } from './card-picture.ts';

const sizes = (format: string, widths: readonly number[]) =>
  widths.map((width) => `/media/a-${width}.${format} ${width}w`).join(', ');

const picture = (widths: readonly number[]) => ({
  ...{ width: 1600, height: 2000, color: '#fff', alt: 'A bowl', src: '/media/a-960.jpg' },
  sources: [
    { type: 'image/avif', srcset: sizes('avif', widths) },
    { type: 'image/webp', srcset: sizes('webp', widths) },
  ],
  srcset: sizes('jpg', widths),
});

describe('the picture of a product card', () => {
  it('has the sizes of a card and a fallback for browsers without AVIF', () => {
    expect(toCardPicture(picture([160, 320, 480, 640, 960, 1280, 1600]))).toMatchObject({
      alt: 'A bowl',
      sources: [{ type: 'image/avif', srcset: sizes('avif', [320, 480, 640, 960]) }],
      src: '/media/a-640.jpg',
      srcset: '',
    });
  });

  it('is unchanged when it is smaller than all card sizes', () => {
    const small = picture([160]);
    expect(toCardPicture(small)).toEqual(small);
  });
});
