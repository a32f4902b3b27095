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
export { SearchForm } from './parts/search-form.tsx';
export { LargeSearchForm, NothingFound, SearchHint } from './parts/search-messages.tsx';
export { postgresSearch } from './postgres/engine.ts';
export { searchProducts } from './search.ts';
export { searchSettings } from './settings.ts';
export { searchTexts } from './texts.ts';
