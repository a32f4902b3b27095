import { RequestError } from './request-error.ts';

/** Form fields by name. The value is a list for names that end in [] and for repeated names. */
export type FormBody = Readonly<Record<string, string | string[]>>;

/** Maximum number of form fields or query parameters in a request. */
export const maxFields = 500;

/** @throws RequestError `too_many_fields` */
export function collectFields(pairs: Iterable<readonly [string, string]>): FormBody {
  const fields: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [name, value] of pairs) {
    count += 1;
    if (count > maxFields) throw new RequestError('too_many_fields');
    const known = fields[name];
    if (known === undefined) fields[name] = name.endsWith('[]') ? [value] : value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }
  return { ...fields };
}

/** Stands for the query of a request with too many parameters. */
export const oversizedQuery: FormBody = Object.freeze({});

/**
 * Parses a query string. Never throws: the router calls it outside of any error handling.
 * @returns `oversizedQuery` when there are too many parameters
 */
export function parseQuery(text: string): FormBody {
  try {
    return collectFields(new URLSearchParams(text));
  } catch {
    return oversizedQuery;
  }
}
