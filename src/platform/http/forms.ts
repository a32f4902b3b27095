import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Form fields by name; a name that ends in [] always holds a list (spec 3.4/7), another one only when it came more than once. */
export type FormBody = Readonly<Record<string, string | string[]>>;

const mostFields = 500;

export function collectFields(pairs: Iterable<readonly [string, string]>): FormBody {
  const fields: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [name, value] of pairs) {
    count += 1;
    if (count > mostFields)
      throw Object.assign(new Error('too many fields'), { statusCode: 413, code: 'TOO_MANY_FIELDS' });
    const known = fields[name];
    if (known === undefined) fields[name] = name.endsWith('[]') ? [value] : value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }
  return { ...fields };
}

/** Bodies as forms send them. Files are taken only by routes that say so. */
export async function registerForms(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { parser: (text) => collectFields(new URLSearchParams(text)) });
  await app.register(multipart, { limits: { fields: mostFields, fieldSize: 64 * 1024, files: 0, headerPairs: 50 } });
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart() || request.routeOptions.config.files) return;
    const pairs: [string, string][] = [];
    for await (const part of request.parts())
      if (part.type === 'field') pairs.push([part.fieldname, String(part.value)]);
    request.body = collectFields(pairs);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads a multipart body itself, files included. */
    files?: boolean;
  }
}
