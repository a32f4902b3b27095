export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const token =
  /<\?xml[^>]*\?>|<(?<close>\/)?(?<name>[A-Za-z_][\w.:-]*)(?<attributes>(?:\s+[\w.:-]+="[^"<]*")*)\s*(?<empty>\/)?>|(?<text>[^<]+)/gy;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses XML without comments, CDATA and doctype. @throws Error when it is not well-formed */
export function parseXml(xml: string): XmlElement {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) throw new Error('a forbidden character');
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let end = 0;
  for (const match of xml.matchAll(token)) {
    if (match.index !== end) break;
    end += match[0].length;
    const { close, name, attributes = '', empty, text } = match.groups ?? {};
    const top = open.at(-1) ?? root;
    if (text !== undefined) top.text += decodeEntities(text);
    else if (close && (name !== top.name || open.length === 1)) throw new Error(`</${name}> ends <${top.name}>`);
    else if (close) open.pop();
    else if (name !== undefined) {
      const element: OpenElement = { name, attributes: readAttributes(attributes), children: [], text: '' };
      top.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (end !== xml.length) throw new Error(`not well-formed at ${end}: ${xml.slice(end, end + 60)}`);
  const [only, ...others] = root.children;
  if (open.length > 1 || !only || others.length > 0 || root.text.trim() !== '')
    throw new Error('expected exactly one root element');
  return only;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decodeEntities(value)]),
  );
}

function decodeEntities(text: string): string {
  return text.replace(/&([^;]*;?)/g, (whole, inner: string) => {
    const known = entities[inner.replace(';', '')];
    if (!inner.endsWith(';') || known === undefined) throw new Error(`unknown entity: ${whole}`);
    return known;
  });
}

/** Texts of the children with this name. */
export const readTexts = ({ children }: XmlElement, name: string): string[] =>
  children.filter((child) => child.name === name).map(({ text }) => text);
