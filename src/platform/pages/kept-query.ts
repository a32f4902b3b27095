/** Maximum number of characters of the parameters that a redirect keeps. */
const maxLength = 2_000;

/**
 * Adds the parameters of a requested address to the target of its redirect, such as the name
 * of a campaign or a chosen attribute. Parameters that the target already has are not changed, and
 * parameters beyond the maximum length are left out.
 * @param target path of the shop, which may have a query
 * @param url the requested path and query
 * @param used names of parameters that led to the target
 */
export function keepQuery(target: string, url: string, used: readonly string[] = []): string {
  const search = readSearch(url);
  if (search === '') return target;
  const parameters = new URLSearchParams(readSearch(target));
  const taken = new Set([...parameters.keys(), ...used]);
  let length = 0;
  for (const [name, value] of new URLSearchParams(search)) {
    const size = new URLSearchParams([[name, value]]).toString().length + 1;
    if (taken.has(name) || length + size > maxLength) continue;
    length += size;
    parameters.append(name, value);
  }
  const [path = '/'] = target.split('?', 1);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** Returns the query of an address, without its question mark. */
export function readSearch(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
