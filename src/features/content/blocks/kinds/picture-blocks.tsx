import { richText } from '#platform/admin/rich-text/rich-text.tsx';
import { line, text } from '#platform/forms/kinds.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';
import { defineBlock } from '../block.ts';
import { BlockPicture, MoreLink } from './block-parts.tsx';
import { BlockTitle, Emphasis, withoutMarks } from './emphasis.tsx';
import { link, loadPictures, pictures, title } from './fields.ts';
import { blockTexts as texts } from './texts.ts';

/** The introduction of a page, beside a photograph. */
export const heroBlock = defineBlock({
  name: 'hero',
  text: texts.hero,
  fields: (shop) => ({
    title: title(shop),
    lead: text({ label: shop.t(texts.lead), max: 1000 }),
    pictures: pictures(shop),
    ...link(shop),
  }),
  initial: { title: '', lead: '', pictures: [], linkText: '', linkHref: '' },
  width: 'full',
  styles: 'src/features/content/blocks/kinds/hero.page.css',
  load: (call, blocks) => loadPictures(call, blocks),
  render({ shop, values, data: [photograph], isFirst }) {
    const { lead, linkText, linkHref } = values;
    // A page needs a main heading. The tagline suffices, because the header shows the name of the shop.
    const headline = values.title || (isFirst ? shop.choices.tagline : '');
    const Heading = isFirst ? 'h1' : 'h2';
    return (
      <section className="hero">
        {photograph && (
          <div className="hero__photo">
            <Picture
              picture={shop.media.picture(photograph)}
              sizes="(min-width: 850px) 50vw, 100vw"
              {...(isFirst ? { loading: 'eager', fetchPriority: 'high' } : {})}
            />
          </div>
        )}
        <div className="hero__text wrap">
          <Heading className="hero__line">
            <Emphasis text={headline} />
          </Heading>
          {lead !== '' && <p className="hero__lead">{lead}</p>}
          {linkText !== '' && linkHref !== '' && <ButtonLink href={linkHref}>{linkText}</ButtonLink>}
        </div>
      </section>
    );
  },
  toText: ({ title: headline, lead }) => `${withoutMarks(headline)} ${lead}`.trim(),
  toSummary: ({ title: headline }) => withoutMarks(headline),
});

/** A text beside a photograph that reaches the edge of the page. */
export const bannerBlock = defineBlock({
  name: 'banner',
  text: texts.banner,
  fields: (shop) => ({
    title: title(shop),
    html: richText({ label: shop.t(texts.html), hint: shop.t(texts.htmlHint), max: 20_000 }),
    pictures: pictures(shop),
    ...link(shop),
  }),
  initial: { title: '', html: '', pictures: [], linkText: '', linkHref: '' },
  width: 'full',
  styles: 'src/features/content/blocks/kinds/banner.page.css',
  load: (call, blocks) => loadPictures(call, blocks),
  async render({ shop, values, data: [photograph], content, isFirst }) {
    const { title: headline, html, linkText, linkHref } = values;
    return (
      <section className={photograph ? 'section editorial' : 'section wrap wrap--text'}>
        {photograph && (
          <div className="editorial__photo">
            <Picture
              picture={shop.media.picture(photograph)}
              sizes="(min-width: 850px) 56vw, 100vw"
              loading={isFirst ? 'eager' : 'lazy'}
            />
          </div>
        )}
        <div className={photograph ? 'editorial__text prose' : 'prose'}>
          <BlockTitle text={headline} as={isFirst ? 'h1' : 'h2'} />
          {html !== '' && (await content.render(sanitiseHtml(html)))}
          {linkText !== '' && linkHref !== '' && (
            <p>
              <MoreLink text={linkText} href={linkHref} />
            </p>
          )}
        </div>
      </section>
    );
  },
  toText: ({ title: headline, html }) => `${withoutMarks(headline)} ${stripHtml(sanitiseHtml(html))}`.trim(),
  toSummary: ({ title: headline }) => withoutMarks(headline),
});

export const imageBlock = defineBlock({
  name: 'image',
  text: texts.image,
  fields: (shop) => ({
    pictures: pictures(shop),
    alt: line({ label: shop.t(texts.alt), hint: shop.t(texts.altHint), max: 300 }),
    caption: line({ label: shop.t(texts.caption), max: 300 }),
  }),
  initial: { pictures: [], alt: '', caption: '' },
  styles: 'src/features/content/blocks/kinds/gallery.page.css',
  load: (call, blocks) => loadPictures(call, blocks),
  render({ shop, values: { alt, caption }, data: [photograph], isFirst }) {
    if (!photograph) return null;
    return (
      <figure className="figure">
        <BlockPicture {...{ shop, row: photograph, alt, isFirst }} />
        {caption !== '' && <figcaption>{caption}</figcaption>}
      </figure>
    );
  },
  toText: ({ caption }) => caption,
  toSummary: ({ caption, alt }) => caption || alt,
});

export const galleryBlock = defineBlock({
  name: 'gallery',
  text: texts.gallery,
  fields: (shop) => ({ title: title(shop), pictures: pictures(shop, 60) }),
  initial: { title: '', pictures: [] },
  width: 'wide',
  styles: 'src/features/content/blocks/kinds/gallery.page.css',
  load: (call, blocks) => loadPictures(call, blocks),
  render({ shop, values: { title: headline }, data }) {
    if (data.length === 0) return null;
    return (
      <section className="section wrap">
        <BlockTitle text={headline} />
        <ul className="picture-grid" role="list">
          {data.map((row) => (
            <li key={row.id}>
              <Picture picture={shop.media.picture(row)} sizes="(min-width: 850px) 30vw, 47vw" loading="lazy" />
            </li>
          ))}
        </ul>
      </section>
    );
  },
  toText: ({ title: headline }) => withoutMarks(headline),
  toSummary: ({ title: headline }) => withoutMarks(headline),
});
