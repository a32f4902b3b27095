/**
 * Names of search engines by the host of their results: the most used engines of Matomo's list
 * (github.com/matomo-org/searchengine-and-social-list, SearchEngines.yml), in its spelling, so that reports are
 * comparable. `*` stands for the domain of a country.
 */
const engines = `google.* bing.com duckduckgo.com yahoo.* ecosia.org yandex.* baidu.com qwant.com startpage.com
search.brave.com kagi.com naver.com daum.net seznam.cz sogou.com so.com mojeek.com swisscows.com ask.com search.aol.com
metager.org`.split(/\s/);

/** Parameters with the search term. Most engines send none. */
const termParameters = ['q', 'query', 'p', 'text', 'wd'];

export interface Search {
  readonly engine: string;
  /** Empty when the term is not known. */
  readonly term: string;
}

const domainOfCountry = '(com?\\.)?[a-z]{2,3}';
const countries =
  'ar|at|au|be|br|ca|ch|cl|cn|cz|de|dk|es|fi|fr|gr|hk|hu|ie|il|in|it|jp|kr|mx|nl|no|nz|pl|pt|qc|ro|ru|se|sg|tr|tw|ua|uk|us|za';
/** Hosts of these companies that show search results. Other hosts are for mail, documents, maps or accounts. */
const hostOfSearch = `(?:(?:${countries})\\.)?(?:(?:www\\d?|m|mobile|wap|search|images?|lens|r|${countries})\\.){0,2}`;

/** @returns null when the referrer is not a search engine */
export function findSearch(referrer: URL): Search | null {
  const engine = engines.find((host) => {
    const pattern = host.replaceAll('.', '\\.').replace('\\.*', `\\.${domainOfCountry}`);
    return new RegExp(`^${hostOfSearch}${pattern}$`).test(referrer.hostname);
  });
  if (!engine) return null;
  const name = /^(?:search\.)?([^.]+)/.exec(engine)?.[1] ?? engine;
  const term = termParameters.map((parameter) => referrer.searchParams.get(parameter)).find(Boolean) ?? '';
  return { engine: name, term };
}
