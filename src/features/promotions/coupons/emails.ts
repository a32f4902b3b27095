import { normalizeEmail } from '#platform/mail/email-address.ts';

/** Converts an address or a pattern to the form in which both are compared. */
export const toEmailPattern = (email: string): string => normalizeEmail(email).toLowerCase();

/**
 * Whether an address matches one of the patterns, in which `*` stands for any text. The time is proportional to the
 * lengths, whatever the pattern is.
 */
export function isEmailAllowed(email: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fitsPattern(toEmailPattern(email), toEmailPattern(pattern)));
}

function fitsPattern(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === pattern;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}
