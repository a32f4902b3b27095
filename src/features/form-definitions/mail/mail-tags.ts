const filledTags = [
  ...(['_url', '_date', '_time', '_serial_number', '_contact_form_title', '_post_url'] as const),
  ...(['_site_title', '_site_description', '_site_url', '_site_domain', '_site_admin_email'] as const),
] as const;

/** Tags of the plugin that stay empty: the shop has no posts, and stores no address or program of senders. */
const emptyTags = [
  ...(['_remote_ip', '_user_agent', '_invalid_fields', '_post_id', '_post_name', '_post_title'] as const),
  ...(['_post_author', '_post_author_email', '_user_login', '_user_email', '_user_url'] as const),
  ...(['_user_first_name', '_user_last_name', '_user_nickname', '_user_display_name'] as const),
] as const;

export type FilledTag = (typeof filledTags)[number];
type EmptyTag = (typeof emptyTags)[number];

/** A mail tag: `[your-name]`, `[_raw_menu]`, `[_format_day "D, M j"]`, `[_site_title]`. */
export type MailTag =
  | { readonly kind: 'field'; readonly field: string }
  /** What was chosen, where mails say something else. */
  | { readonly kind: 'raw'; readonly field: string }
  /** A date in a format of PHP. */
  | { readonly kind: 'format'; readonly field: string; readonly format: string }
  | { readonly kind: 'special'; readonly name: FilledTag }
  | { readonly kind: 'empty'; readonly name: EmptyTag };

export type MailPart = string | MailTag;

/**
 * Reads a mail's text with its mail tags, in linear time. A tag that is none stays text; `[[your-name]]`
 * is the text `[your-name]`.
 * @param fields names of the form's fields
 * @param report takes what the shop can't fill, and its offset in the source
 */
export function parseMailTemplate(
  source: string,
  fields: ReadonlySet<string>,
  report: (position: number, message: string) => void = () => {},
): readonly MailPart[] {
  const parts: MailPart[] = [];
  let end = -1;
  const bracket = /\[/g;
  let position = 0;
  const addText = (text: string) => {
    if (text !== '') parts.push(text);
  };
  for (;;) {
    const at = bracket.exec(source)?.index ?? -1;
    if (at === -1) break;
    const isEscaped = source[at + 1] === '[';
    // Each end is searched once, so that many open brackets cost what their length costs.
    if (end < at) end = source.indexOf(']', at);
    if (end === -1) break;
    if (end - at > 500) continue;
    const body = source.slice(at + (isEscaped ? 2 : 1), end);
    const tag = readMailTag(body, fields);
    if (tag === null) {
      if (/^[a-z_][\w-]*$/i.test(body)) report(at, `“${body}” is neither a field nor a mail tag: it stays text.`);
      continue;
    }
    addText(source.slice(position, at));
    const isText = isEscaped && source[end + 1] === ']';
    if (isText) addText(`[${body}]`);
    else if (isEscaped) parts.push('[', tag);
    else parts.push(tag);
    if (tag.kind === 'empty' && !isText) report(at, `“${tag.name}” stays empty: the shop does not know it.`);
    position = end + (isText ? 2 : 1);
    bracket.lastIndex = position;
  }
  addText(source.slice(position));
  return parts;
}

function readMailTag(body: string, fields: ReadonlySet<string>): MailTag | null {
  const [, name = '', double, single] = /^\s*([A-Za-z_][\w:.-]*)(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*$/.exec(body) ?? [];
  if (fields.has(name)) return { kind: 'field', field: name };
  const special = filledTags.find((each) => each === name);
  if (special !== undefined) return { kind: 'special', name: special };
  const empty = emptyTags.find((each) => each === name);
  if (empty !== undefined) return { kind: 'empty', name: empty };
  const [, prefix, field = ''] = /^_(raw|format)_(.+)$/.exec(name) ?? [];
  if (!fields.has(field)) return null;
  return prefix === 'raw' ? { kind: 'raw', field } : { kind: 'format', field, format: double ?? single ?? 'Y-m-d' };
}
