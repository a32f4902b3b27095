import type { Page, PathParams } from './page.ts';

/** Characters. No link of the shop has longer parameters. */
const maxValueLength = 200;
const maxListLength = 2000;

/**
 * Returns the parameters that the page may depend on, in the order of its definition, without empty values.
 * A parameter has its first value; a list has all its values, joined by commas.
 */
export function readAllowedQuery(
  page: Pick<Page, 'query' | 'lists' | 'judgesQuery'>,
  search: string,
): Readonly<Record<string, string>> {
  if (!page.query || search === '') return {};
  const given = new URLSearchParams(search);
  const allowed: Record<string, string> = {};
  for (const name of page.query) {
    const isList = page.lists?.includes(name) ?? false;
    const value = isList ? given.getAll(name).join(',') : (given.get(name) ?? '');
    const maxLength = isList ? maxListLength : maxValueLength;
    const isValid = value.length <= maxLength && !value.includes('\0');
    if (value !== '' && (isValid || page.judgesQuery)) allowed[name] = value.slice(0, maxLength + 1);
  }
  return allowed;
}

export function createPagePath(page: Pick<Page, 'path'>, params: PathParams): string {
  return page.path.replace(/:(\w+)|\*/g, (part, name?: string) => {
    const value = params[name ?? '*'] ?? '';
    return part === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}

export function createPageKey(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
