import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Picture } from './picture.tsx';

const picture = {
  width: 500,
  height: 625,
  color: '#c9b8a0',
  alt: 'A bowl with a "lip"',
  sources: [{ type: 'image/avif', srcset: '/a-160.avif 160w, /a-320.avif 320w' }],
  src: '/a-320.jpg',
  srcset: '/a-160.jpg 160w, /a-320.jpg 320w',
};

const widths = [160, 320, 480, 640, 960, 1280, 1600];
const list = (format: string, listed = widths) => listed.map((width) => `/a-${width}.${format} ${width}w`).join(', ');
const manySizes = {
  ...picture,
  sources: [
    { type: 'image/avif', srcset: list('avif') },
    { type: 'image/webp', srcset: list('webp') },
  ],
  src: '/a-960.jpg',
  srcset: list('jpg'),
};

describe('Picture', () => {
  it.each([
    ['56px', [160, 320]],
    ['3.5rem', [160, 320]],
    ['72px', [160, 320]],
    ['112px', [160, 320, 480]],
    ['136px', [160, 320, 480]],
    ['160px', [160, 320, 480]],
    ['900px', widths],
  ] as const)(
    'of a fixed width, %s, lists the sizes up to the one that is sharp at three times the density',
    (sizes, listed) => {
      const html = renderToStaticMarkup(<Picture picture={manySizes} sizes={sizes} />);
      expect(html).toContain(
        `<picture><source type="image/avif" srcSet="${list('avif', [...listed])}" sizes="${sizes}"/><img src="/a-${listed.at(-1)}.jpg" width=`,
      );
    },
  );

  it.each(['50vw', '(min-width: 850px) 260px, 45vw'])(
    'lists all sizes where the width follows the window: %s',
    (sizes) => {
      const html = renderToStaticMarkup(<Picture picture={manySizes} sizes={sizes} />);
      for (const format of ['avif', 'webp', 'jpg']) expect(html).toContain(`srcSet="${list(format)}"`);
      expect(html).toContain('src="/a-960.jpg"');
    },
  );

  it('of a fixed width, lists all sizes of a small image, and leaves one without AVIF as it is', () => {
    const html = renderToStaticMarkup(<Picture picture={picture} sizes="136px" />);
    expect(html).toContain('srcSet="/a-160.avif 160w, /a-320.avif 320w" sizes="136px"/><img src="/a-320.jpg" width=');
    const plain = { ...picture, sources: [], srcset: '' };
    expect(renderToStaticMarkup(<Picture picture={plain} sizes="72px" />)).toContain(
      '<picture><img src="/a-320.jpg" width=',
    );
  });

  it('reserves its space and shows its colour before it loads', () => {
    expect(renderToStaticMarkup(<Picture picture={picture} sizes="50vw" />)).toBe(
      '<picture><source type="image/avif" srcSet="/a-160.avif 160w, /a-320.avif 320w" sizes="50vw"/>' +
        '<img src="/a-320.jpg" srcSet="/a-160.jpg 160w, /a-320.jpg 320w" sizes="50vw" width="500" height="625"' +
        ' alt="A bowl with a &quot;lip&quot;" loading="lazy" decoding="async" style="background-color:#c9b8a0"/></picture>',
    );
  });

  it('can load eagerly, with a replaced or an empty alt text', () => {
    const first = renderToStaticMarkup(
      <Picture picture={picture} sizes="100vw" loading="eager" fetchPriority="high" alt="" />,
    );
    expect(first).toContain('loading="eager"');
    expect(first).toContain('fetchPriority="high"');
    expect(first).toContain('alt=""');
  });
});
