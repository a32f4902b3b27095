import type { App } from '#app/app.ts';

type Form = Readonly<Record<string, string | readonly string[]>>;

/** Text of HTML as people read it. */
const decode = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const readAttribute = (tag: string, name: string): string | null =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replace(/.*/s, decode) ?? null;

/** What the form of an operation sends without a change. */
function readFields(body: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  const form = /<form (?:id="admin-form" )?class="page-part".*?<\/form>/s.exec(body)?.[0] ?? '';
  for (const [tag, options] of form.matchAll(/<input [^>]*>|<textarea [^>]*>[^<]*|<select [^>]*>(.*?)<\/select>/gs)) {
    const name = readAttribute(tag, 'name');
    const isBox = /type="(checkbox|radio)"/.test(tag);
    const isLeftOut = isBox && !/ checked=""/.test(tag);
    if (name === null || isLeftOut) continue;
    const chosen = /<option [^>]*selected=""[^>]*>/.exec(options ?? '')?.[0];
    const value = options === undefined ? tag : (chosen ?? options);
    const text = tag.startsWith('<textarea')
      ? decode(tag.slice(tag.indexOf('>') + 1))
      : (readAttribute(value, 'value') ?? (isBox ? 'on' : ''));
    const known = fields[name];
    fields[name] = known === undefined ? text : [...[known].flat(), text];
  }
  return fields;
}

/** Opens and sends pages of the back office without script. @param cookie of `createStaffCookie` */
export function openOffice({ http }: Pick<App, 'http'>, cookie: string) {
  const send = async (method: 'GET' | 'POST', path: string, as: string, form?: Form) => {
    const pairs = Object.entries(form ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
    const reply = await http.inject({
      ...{ method, url: `/admin/${path}`, ...(form && { payload: String(new URLSearchParams(pairs)) }) },
      headers: {
        ...{ cookie: as, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    const body = decode(reply.body.replaceAll('<!-- -->', ''));
    return { statusCode: reply.statusCode, location: reply.headers.location, body, fields: readFields(reply.body) };
  };
  const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  return {
    get: (path: string, as = cookie) => send('GET', path, as),
    post: (path: string, form: Form, as = cookie) => send('POST', path, as, form),
    /** Values that an operation begins with. */
    values: async (path: string) =>
      (await http.inject({ url: `/admin/${path}`, headers: { ...headers, cookie } })).json().values,
    /** Calls an operation as a program. */
    put: async (path: string, payload: object) => {
      const reply = await http.inject({
        method: 'PUT',
        url: `/admin/${path}`,
        payload,
        headers: { ...headers, cookie },
      });
      return { statusCode: reply.statusCode, ...reply.json() };
    },
  };
}
