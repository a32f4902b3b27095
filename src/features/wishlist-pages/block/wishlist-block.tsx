import { defineBlock } from '#features/content/index.ts';
import { wishlistPath } from '#features/wishlists/index.ts';
import { flag, line } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { managePath } from '../contract.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

/**
 * A button that opens the wishlist, and the names of the shopper's lists. The page is cached for everyone, so a
 * script adds the names.
 */
export const wishlistBlock = defineBlock({
  name: 'wishlist',
  text: texts.wishlist,
  fields: ({ t }) => ({
    title: line({ label: t(texts.blockTitle), max: 200 }),
    hasLists: flag({ label: t(texts.blockLists) }),
  }),
  initial: { title: '', hasLists: true },
  render({ context: { t }, values: { title, hasLists } }) {
    const content = (
      <section className="stack">
        {title !== '' && <h2>{title}</h2>}
        <p>
          <ButtonLink href={wishlistPath}>{t(texts.wishlist)}</ButtonLink>
        </p>
        {hasLists && (
          <details>
            <summary>{t(texts.allLists)}</summary>
            <ul data-wishlists="">
              <li>
                <a href={managePath}>{t(texts.manageLists)}</a>
              </li>
            </ul>
          </details>
        )}
      </section>
    );
    return hasLists ? (
      <Behaviour of="wishlist-pages/overview" when="visible">
        {content}
      </Behaviour>
    ) : (
      content
    );
  },
  toSummary: ({ title }) => title,
});
