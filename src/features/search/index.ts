export { searchPath } from './contract.ts';
export {
  type SearchDocument,
  type SearchEngine,
  type SearchQuery,
  type SearchResult,
  type SuggestedProduct,
  searchEngine,
} from './engine.ts';
export { search } from './feature.ts';
export { enqueueChangedProducts, enqueueStockChange } from './indexing.ts';
export { getPopularProducts } from './overview.ts';
export { type FoundPage, findPages } from './pages/find-pages.ts';
export { type SearchablePage, type SearchablePages, searchablePages } from './pages/ports.ts';
export { PageResults } from './parts/page-results.tsx';
export { SearchForm } from './parts/search-form.tsx';
export { LargeSearchForm, NothingFound, SearchHint } from './parts/search-messages.tsx';
export { postgresSearch } from './postgres/engine.ts';
export { searchProducts } from './search.ts';
export { searchSettings } from './settings.ts';
export type { Synonym } from './synonyms/synonym.ts';
export { searchTexts } from './texts.ts';
export { recentZeroResults } from './zero-result-list.ts';
