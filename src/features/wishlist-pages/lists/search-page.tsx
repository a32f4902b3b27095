import { z } from 'zod';
import { searchPublicLists } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { searchListsPath } from '../contract.ts';
import { wishlistStyles } from '../list/list-page.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';
import { ListLinks } from './manage-page.tsx';

const perPage = 30;
const maxWords = 100;

const searchQuery = z.object({
  q: z
    .string()
    .transform((words) => normaliseLine(words).slice(0, maxWords))
    .catch(''),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});

export async function renderSearchPage(
  shop: Shop,
  owner: Owner | null,
  { query }: { readonly query: unknown },
): Promise<PrivateView> {
  const { t } = shop;
  const { q: words, page } = searchQuery.parse(query);
  const lists = words === '' ? [] : await searchPublicLists(shop, shop.db, owner, { words, page, perPage });
  return {
    title: t(texts.searchLists),
    styles: wishlistStyles,
    query: ['q', 'page'],
    body: (
      <div className="wrap wrap--text wishlist">
        <PageHead title={t(texts.searchLists)} lead={t(texts.searchText)} />
        <form className="wishlist-search" method="get" action={searchListsPath}>
          <TextInput
            type="search"
            name="q"
            defaultValue={words}
            maxLength={maxWords}
            aria-label={t(texts.searchLabel)}
          />
          <Button look="quiet">{t(texts.search)}</Button>
        </form>
        {words !== '' && lists.length === 0 && <p role="status">{t(texts.nothingFound, { words })}</p>}
        {lists.length > 0 && <ListLinks className="wishlist-results" context={shop} lists={lists} />}
        <p className="wishlist__actions">
          {page > 1 && <a href={getSearchHref(words, page - 1)}>{t(texts.previous)}</a>}
          {lists.length === perPage && <a href={getSearchHref(words, page + 1)}>{t(texts.next)}</a>}
        </p>
      </div>
    ),
  };
}

const getSearchHref = (words: string, page: number): string =>
  `${searchListsPath}?${new URLSearchParams({ q: words, page: String(page) })}`;
