/**
 * Turns an island's props into JSON.
 * @throws in development, when the browser would get something else than the server rendered from
 */
export function propsToJson(name: string, props: object): string {
  if (process.env.NODE_ENV !== 'production') {
    const fault = findFault(props, 'props');
    if (fault) throw new TypeError(`island '${name}': ${fault}, which can't be sent to the browser as JSON`);
  }
  return JSON.stringify(props);
}

function findFault(value: unknown, path: string): string | null {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is ${value}`;
  if (typeof value !== 'object') return `${path} is a ${typeof value}`;
  if (Array.isArray(value)) return findFirst([...value.entries()], path);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is a ${value.constructor.name}`;
  if ('$$typeof' in value) return `${path} is a React element`;
  return findFirst(Object.entries(value), path);
}

function findFirst(entries: readonly (readonly [string | number, unknown])[], path: string): string | null {
  for (const [key, value] of entries) {
    if (typeof key === 'number' && value === undefined) return `${path}.${key} is undefined`;
    const fault = findFault(value, `${path}.${key}`);
    if (fault) return fault;
  }
  return null;
}
