/**
 * Serializes an island's props.
 * @throws in development, when a value would change on its way through JSON
 */
export function propsToJson(name: string, props: object): string {
  if (process.env.NODE_ENV !== 'production') {
    const problem = findProblem(props, 'props');
    if (problem) throw new TypeError(`island '${name}': ${problem}, which can't be sent to the browser as JSON`);
  }
  return JSON.stringify(props);
}

function findProblem(value: unknown, path: string): string | null {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is ${value}`;
  if (typeof value !== 'object') return `${path} is a ${typeof value}`;
  if (Array.isArray(value)) return findFirstProblem([...value.entries()], path);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is a ${value.constructor.name}`;
  if ('$$typeof' in value) return `${path} is a React element`;
  return findFirstProblem(Object.entries(value), path);
}

function findFirstProblem(entries: readonly (readonly [string | number, unknown])[], path: string): string | null {
  for (const [key, value] of entries) {
    if (typeof key === 'number' && value === undefined) return `${path}.${key} is undefined`;
    const problem = findProblem(value, `${path}.${key}`);
    if (problem) return problem;
  }
  return null;
}
