import { line, number } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { defineBlock } from '../block.ts';
import { elementTexts as texts } from './element-texts.ts';

const maxNumber = 999_999_999_999;

/**
 * A number that counts up when it becomes visible. Its HTML contains the final number, which readers who prefer
 * reduced motion see at once.
 */
export const countUpBlock = defineBlock({
  name: 'count-up',
  text: texts.countUp,
  fields: ({ t }) => ({
    number: number({ label: t(texts.countUpNumber), required: true, decimals: 2, max: maxNumber, width: 'half' }),
    decimals: number({ label: t(texts.countUpDecimals), required: true, min: 0, max: 2, width: 'half' }),
    before: line({ label: t(texts.countUpBefore), max: 20, width: 'half' }),
    after: line({ label: t(texts.countUpAfter), max: 20, width: 'half' }),
    label: line({ label: t(texts.countUpLabel), max: 200 }),
  }),
  initial: { number: 100, decimals: 0, before: '', after: '', label: '' },
  styles: 'src/features/content/blocks/kinds/count-up.page.css',
  render({ context: { locale }, values: { number: end, decimals, before, after, label } }) {
    if (end === null) return null;
    const digits = decimals ?? 0;
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const shown = `${before}${format.format(end)}${after}`;
    return (
      <Behaviour of="content/count-up" when="visible">
        <p className="count-up">
          {/* Screen readers get the final number without the animation. */}
          <VisuallyHidden>{shown}</VisuallyHidden>
          <span
            className="count-up__number"
            aria-hidden="true"
            data-count-up={end}
            data-digits={digits}
            data-before={before}
            data-after={after}
          >
            {shown}
          </span>
          {label !== '' && <span className="count-up__label"> {label}</span>}
        </p>
      </Behaviour>
    );
  },
  toText: ({ number: end, before, after, label }) => `${before}${end ?? ''}${after} ${label}`.trim(),
  toSummary: ({ number: end, label }) => `${end ?? ''} ${label}`.trim(),
});
