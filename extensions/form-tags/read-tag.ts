/** A form tag: `[text* your-name size:40 "Ada"]`. */
export interface FormTag {
  /** Without the asterisk. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Words after the type, without quotation marks. */
  readonly options: readonly string[];
  /** Quoted texts. */
  readonly values: readonly string[];
}

/** Characters of a tag. Longer ones are text. */
const maxTagLength = 10_000;

/**
 * Reads what is between the brackets of a tag.
 * @returns null when it is no tag
 */
export function readTag(body: string): FormTag | null {
  if (body.length > maxTagLength) return null;
  const [head, type = '', asterisk] = /^\s*([a-z][a-z0-9_-]*)(\*?)(?=\s|$)/i.exec(body) ?? [];
  if (head === undefined) return null;
  const options: string[] = [];
  const values: string[] = [];
  for (const [, double, single, word] of body.slice(head.length).matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)) {
    const value = double ?? single;
    if (value !== undefined) values.push(decodeEntities(value));
    else if (word !== undefined) options.push(word);
  }
  return { type: type.toLowerCase(), isRequired: asterisk === '*', options, values };
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', euro: '€' },
  ...{ rarr: '→', larr: '←', raquo: '»', laquo: '«', middot: '·', bull: '•', times: '×', iexcl: '¡', iquest: '¿' },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    aring: 'å',
    oslash: 'ø',
    aelig: 'æ',
  },
  ...{
    agrave: 'à',
    aacute: 'á',
    acirc: 'â',
    atilde: 'ã',
    ccedil: 'ç',
    eacute: 'é',
    egrave: 'è',
    ecirc: 'ê',
    euml: 'ë',
  },
  ...{ iacute: 'í', ntilde: 'ñ', oacute: 'ó', ocirc: 'ô', otilde: 'õ', uacute: 'ú', ugrave: 'ù', Eacute: 'É' },
  ...{ hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
};

/** Decodes the common character references of HTML. Others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '';
  });
}
