import { contentSettings } from '#features/content/settings.ts';
import { line, text } from '#platform/forms/kinds.ts';
import { defineBlock } from '../block.ts';
import { BlockPicture } from './block-parts.tsx';
import { elementTexts as texts } from './element-texts.ts';
import { withoutMarks } from './emphasis.tsx';
import { loadPictures, pictures, title } from './fields.ts';
import { isEmbedAddress, renderEmbeddedPage } from './layout-blocks.tsx';
import { blockTexts } from './texts.ts';

/** A place: its address, a picture of the map, a link, and a map that is loaded when a shopper opens it. */
export const mapBlock = defineBlock({
  name: 'map',
  text: texts.map,
  fields: (shop) => ({
    title: title(shop),
    place: text({ label: shop.t(texts.mapAddress), max: 500 }),
    pictures: { ...pictures(shop), label: shop.t(texts.mapPicture) },
    link: line({
      ...{ label: shop.t(texts.mapLink), max: 500, isValid: (address) => /^https:\/\/[^\s\\]+$/.test(address) },
      invalid: shop.t(blockTexts.linkInvalid),
    }),
    frame: line({
      ...{ label: shop.t(texts.mapFrame), max: 1000, isValid: (address) => isEmbedAddress(shop, address) },
      invalid: shop.t(blockTexts.embedInvalid, { hosts: shop.settings(contentSettings).embedHosts.join(', ') }),
    }),
  }),
  initial: { title: '', place: '', pictures: [], link: '', frame: '' },
  // A frame of another site needs an entry in the content security policy of the page.
  stands: 'page',
  styles: ['src/features/content/blocks/kinds/gallery.page.css', 'src/features/content/blocks/kinds/embed.page.css'],
  load: (call, blocks) => loadPictures(call, blocks),
  render({ shop, context: { t }, values, data: [picture], isFirst }) {
    const { title: name, place, link, frame } = values;
    if (!picture && place === '' && link === '' && frame === '') return null;
    const lines = place.split('\n').filter((each) => each !== '');
    return (
      <section className="stack">
        {name !== '' && <h2>{withoutMarks(name)}</h2>}
        {picture && (
          <figure className="figure">
            <BlockPicture {...{ shop, row: picture, isFirst }} />
          </figure>
        )}
        {lines.length > 0 && (
          <address>
            {lines.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
              <div key={index}>{each}</div>
            ))}
          </address>
        )}
        {link !== '' && (
          <p>
            <a className="more" href={link} rel="noopener">
              {t(texts.mapLinkText)}
            </a>
          </p>
        )}
        {frame !== '' && renderEmbeddedPage({ shop, address: frame, title: withoutMarks(name) || t(texts.map) })}
      </section>
    );
  },
  toText: ({ title: name, place }) => `${name} ${place}`.trim(),
  toSummary: ({ title: name, place }) => name || place.slice(0, 80),
});
