import { flag, line } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { defineBlock } from '../block.ts';
import { blockFile } from '../files/block-file.tsx';
import { getFileAddress, parseFileName } from '../files/file-types.ts';
import { BlockPicture } from './block-parts.tsx';
import { elementTexts as texts } from './element-texts.ts';
import { loadPictures, pictures } from './fields.ts';
import { blockTexts } from './texts.ts';

/** An animation over its still picture. The player and the animation are loaded when the block becomes visible. */
export const illustrationBlock = defineBlock({
  name: 'illustration',
  text: texts.illustration,
  fields: (shop) => ({
    animation: blockFile({
      ...{ label: shop.t(texts.animationFile), hint: shop.t(texts.animationHint) },
      endings: ['json'],
    }),
    pictures: { ...pictures(shop), label: shop.t(texts.stillPicture), hint: shop.t(texts.stillHint) },
    alt: line({ label: shop.t(blockTexts.alt), hint: shop.t(blockTexts.altHint), max: 300 }),
    loops: flag({ label: shop.t(texts.loops) }),
  }),
  initial: { animation: '', pictures: [], alt: '', loops: true },
  styles: 'src/features/content/blocks/kinds/illustration.page.css',
  load: (call, blocks) => loadPictures(call, blocks),
  render({ shop, context: { t }, values: { animation, alt, loops }, data: [still], isFirst }) {
    const isAnimated = parseFileName(animation)?.ending === 'json';
    if (!still && !isAnimated) return null;
    const stage = (
      <div className="illustration" {...(isAnimated ? { 'data-animation': getFileAddress(animation) } : {})}>
        <div className={still ? 'illustration__stage' : 'illustration__stage illustration__stage--empty'}>
          {still ? (
            <BlockPicture {...{ shop, row: still, alt, isFirst }} />
          ) : (
            alt !== '' && <VisuallyHidden>{alt}</VisuallyHidden>
          )}
          <div className="illustration__motion" aria-hidden="true" data-motion={loops ? 'loop' : 'once'} />
          {isAnimated && (
            <button
              className="illustration__toggle"
              type="button"
              data-pause={t(texts.pauseMotion)}
              data-play={t(texts.playMotion)}
              hidden
            >
              {t(texts.pauseMotion)}
            </button>
          )}
        </div>
      </div>
    );
    if (!isAnimated) return stage;
    return (
      <Behaviour of="content/illustration" when="visible">
        {stage}
      </Behaviour>
    );
  },
  toSummary: ({ alt }) => alt,
});
