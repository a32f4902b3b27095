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

describe('Picture', () => {
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
