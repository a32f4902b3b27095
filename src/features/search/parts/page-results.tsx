import { Fragment } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { FoundPage } from '../pages/find-pages.ts';
import { searchTexts as texts } from '../texts.ts';

export function PageResults({
  context: { t },
  pages,
}: {
  readonly context: Pick<RenderContext, 't'>;
  readonly pages: readonly FoundPage[];
}) {
  return (
    <section className="section search-pages" aria-labelledby="search-pages">
      <div className="section__head">
        <h2 id="search-pages">{t(texts.pages)}</h2>
      </div>
      <ul className="search-pages__list">
        {pages.map(({ path, title, snippet }) => (
          <li key={path}>
            <h3>
              <a href={path}>{title}</a>
            </h3>
            <p>
              {snippet.map(({ text, isHit }, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
                isHit ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
