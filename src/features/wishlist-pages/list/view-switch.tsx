import type { SlideshowTexts } from '#ui/browser/lightbox/slideshow.ts';
import { listLayouts } from '../contract.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { getListHref } from './list-href.ts';
import type { ListFormProps } from './table-frame.tsx';

/** Rows or photographs, and a slideshow by script. */
export function ViewSwitch({ context: { t }, view: { list, page, layout } }: Omit<ListFormProps, 'shop'>) {
  const photographs = page.items.filter(({ image }) => image !== null).length;
  const slideshow: SlideshowTexts = {
    label: t(texts.slideshow),
    play: t(texts.play),
    pause: t(texts.pause),
    // The script puts the number in.
    thumbnail: t(texts.thumbnail, { n: '{n}' }),
    imageFailed: t(texts.imageFailed),
    ok: t(texts.ok),
  };
  return (
    <p className="wishlist__views">
      {listLayouts.map((each) => (
        <a
          key={each}
          href={getListHref(list.token, page.page, each)}
          aria-current={each === layout ? 'true' : undefined}
          rel="nofollow"
        >
          {t(each === 'table' ? texts.viewRows : texts.viewPhotographs)}
        </a>
      ))}
      {photographs > 1 && (
        <button className="button button--text when-script" type="button" data-slideshow={JSON.stringify(slideshow)}>
          {slideshow.label}
        </button>
      )}
    </p>
  );
}
