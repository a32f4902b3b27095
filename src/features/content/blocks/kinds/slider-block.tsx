import { choice } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { defineBlock } from '../block.ts';
import { elementTexts as texts } from './element-texts.ts';
import { BlockTitle, withoutMarks } from './emphasis.tsx';
import { title } from './fields.ts';

const perView = ['1', '2', '3', '4'] as const;

/** Groups in a row that scrolls by touch, keyboard and buttons. It never moves by itself. */
export const sliderBlock = defineBlock({
  name: 'slider',
  text: texts.slider,
  fields: (shop) => ({
    title: title(shop),
    perView: choice({
      ...{ label: shop.t(texts.perView), required: true },
      options: perView.map((value) => ({ value, label: value })),
    }),
  }),
  initial: { title: '', perView: '1' },
  takes: 'groups',
  width: 'wide',
  styles: 'src/features/content/blocks/kinds/slider.page.css',
  render({ context: { t }, values, children }) {
    if (children.length === 0) return null;
    const name = withoutMarks(values.title) || t(texts.slider);
    return (
      <Behaviour of="ui/slider" when="visible">
        <section className="section wrap slider" aria-label={name}>
          <div className="slider__head">
            <BlockTitle text={values.title} />
            {children.length > 1 && (
              <div className="slider__steps" data-steps="" hidden>
                {([-1, 1] as const).map((step) => (
                  <button className="icon-button" type="button" data-step={step} key={step}>
                    <Icon name={step < 0 ? 'chevron-left' : 'chevron-right'} />
                    <VisuallyHidden>{t(step < 0 ? texts.sliderPrevious : texts.sliderNext)}</VisuallyHidden>
                  </button>
                ))}
              </div>
            )}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <ul className={`slider__track slider__track--${values.perView}`} role="list" aria-label={name} tabIndex={0}>
            {children.map(({ id, node }, index) => (
              <li key={id}>
                <VisuallyHidden>{t(texts.slideNumber, { n: index + 1, total: children.length })}</VisuallyHidden>
                {node}
              </li>
            ))}
          </ul>
        </section>
      </Behaviour>
    );
  },
  toText: ({ title: name }) => withoutMarks(name),
  toSummary: ({ title: name }) => withoutMarks(name),
});
