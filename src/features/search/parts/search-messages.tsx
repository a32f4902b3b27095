import { shopPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { getZeroResultActionName } from '../actions.ts';
import { maxQueryLength, searchPath } from '../contract.ts';
import type { SearchResult } from '../engine.ts';
import { searchTexts as texts } from '../texts.ts';

type TextContext = Pick<RenderContext, 't'>;

/** Says that the results of a corrected or partial search are shown, with a link to the correction. */
export function SearchHint({
  context: { t },
  result,
}: {
  readonly context: TextContext;
  readonly result: SearchResult;
}) {
  if (result.isPartial) return <p className="search-hint lead">{t(texts.partial)}</p>;
  if (result.corrected === null) return null;
  const href = `${searchPath}?${new URLSearchParams({ q: result.corrected })}`;
  return (
    <p className="search-hint lead">
      {t(texts.didYouMean)} <a href={href}>{result.corrected}</a>
      {t(texts.didYouMeanEnd)}
    </p>
  );
}

/** Content of a page without results. The title above says that nothing was found. */
export function NothingFound({ shop, context, query }: { shop: Shop; context: TextContext; query: string }) {
  const { t } = context;
  return (
    <Behaviour of="search/zero-result" when="load">
      <div
        data-zero-result
        data-query={query}
        data-url={shop.wire.platformAjaxEndpoint}
        data-action={getZeroResultActionName(shop.wire)}
      >
        <EmptyState text={t(texts.emptyText)}>
          <ButtonLink href={shopPath}>{t(texts.browseAll)}</ButtonLink>
        </EmptyState>
      </div>
    </Behaviour>
  );
}

/** The form on the results page before a search. */
export function LargeSearchForm({ context: { t } }: { readonly context: TextContext }) {
  return (
    <form className="search-large" action={searchPath}>
      <label className="visually-hidden" htmlFor="page-search">
        {t(texts.label)}
      </label>
      <TextInput id="page-search" type="search" name="q" maxLength={maxQueryLength} enterKeyHint="search" />
      <Button>{t(texts.search)}</Button>
    </form>
  );
}
