import type { Page, PathParams } from './page.ts';

/** Longer values are no parameters that a page of ours was ever linked with. */
const longestValue = 200;
const longestList = 2000;

/**
 * The parameters that the page may depend on, in the order of its definition, empty ones left out: the first value of each, of a list all of
 * them with commas between.
 */
export function allowedQuery(
  page: Pick<Page, 'query' | 'lists' | 'judgesQuery'>,
  search: string,
): Readonly<Record<string, string>> {
  if (!page.query || search === '') return {};
  const given = new URLSearchParams(search);
  const allowed: Record<string, string> = {};
  for (const name of page.query) {
    const isList = page.lists?.includes(name) ?? false;
    const value = isList ? given.getAll(name).join(',') : (given.get(name) ?? '');
    const longest = isList ? longestList : longestValue;
    const isSound = value.length <= longest && !value.includes('\0');
    if (value !== '' && (isSound || page.judgesQuery)) allowed[name] = value.slice(0, longest + 1);
  }
  return allowed;
}

/** Path of a page from its definition: each parameter is encoded in one way, however the request wrote it. */
export function pathOf(page: Pick<Page, 'path'>, params: PathParams): string {
  return page.path.replace(/:(\w+)|\*/g, (part, name?: string) => {
    const value = params[name ?? '*'] ?? '';
    return part === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}

/** Key of the page cache: all that a page may depend on besides the shop's own settings. */
export function keyOf(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
