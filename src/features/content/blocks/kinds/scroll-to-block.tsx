import { line } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { slugify } from '#platform/texts/slugs.ts';
import { defineBlock } from '../block.ts';
import { elementTexts as texts } from './element-texts.ts';

interface Bullet {
  readonly anchor: string;
  readonly title: string;
}

/**
 * A section of the page that bullets at the edge of the window link to. The first such block renders the bullets of
 * all.
 */
export const scrollToBlock = defineBlock({
  name: 'scroll-to',
  text: texts.scrollTo,
  fields: ({ t }) => ({ title: line({ label: t(texts.scrollToTitle), required: true, max: 100 }) }),
  initial: { title: '' },
  width: 'full',
  styles: 'src/features/content/blocks/kinds/scroll-to.page.css',
  load: async (_, blocks) => {
    const bullets = blocks.map(({ title }, index): Bullet => ({ anchor: `${slugify(title)}-${index + 1}`, title }));
    return { data: bullets.map((bullet, index) => ({ bullet, all: index === 0 ? bullets : null })), tags: [] };
  },
  render({ context: { t }, data: { bullet, all } }) {
    return (
      <>
        {all && (
          <Behaviour of="content/scroll-to">
            <nav className="bullets" aria-label={t(texts.scrollToNav)}>
              <ul role="list">
                {all.map(({ anchor, title }) => (
                  <li key={anchor}>
                    <a className="bullets__link" href={`#${anchor}`}>
                      <span className="bullets__title">{title}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </Behaviour>
        )}
        <div className="scroll-to" id={bullet.anchor} />
      </>
    );
  },
  toSummary: ({ title }) => title,
});
