import type { MailTemplate } from '../definition/form.ts';

/** The value of a mail tag; null for a tag that is none. */
export type LookUpTag = (name: string) => string | null;

const tagPattern = /\[\s*(_?[A-Za-z][\w:.-]*)\s*\]/g;

/** Replaces mail tags such as `[your-name]`. Text in brackets that is no tag stays. Values are not read for tags. */
export function fillTags(template: string, lookUp: LookUpTag): string {
  return template.replace(tagPattern, (tag, name: string) => lookUp(name) ?? tag);
}

/** Fills in the body of a mail. Lines whose tags are all empty are left out where the template says so. */
export function fillBody(
  { body, excludeBlank }: Pick<MailTemplate, 'body' | 'excludeBlank'>,
  lookUp: LookUpTag,
): string {
  const lines = body.replace(/\r\n?/g, '\n').split('\n');
  return lines
    .filter((line) => {
      if (!excludeBlank) return true;
      const values = [...line.matchAll(tagPattern)].flatMap(([, name = '']) => lookUp(name) ?? []);
      return values.length === 0 || values.some((value) => value.trim() !== '');
    })
    .map((line) => fillTags(line, lookUp))
    .join('\n');
}

/**
 * Splits a list of addresses: `Ada <ada@example.com>, [your-email]`. Each entry is filled in after
 * the list was split, so that a value can't add recipients.
 */
export function fillAddresses(template: string, lookUp: LookUpTag): string[] {
  return template.split(',').map((entry) => {
    const inner = /<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry;
    return fillTags(inner.trim(), lookUp).trim();
  });
}
