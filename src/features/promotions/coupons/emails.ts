/** Converts an address to the form in which orders are compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Identifies whoever orders in `coupon_uses`. The tag of `ada+tag@example.com` is ignored: it is one mailbox. */
export function toCustomerKey({ id, email }: { readonly id: number | null; readonly email: string }): string {
  return id === null ? toEmailKey(email) : `customer:${id}`;
}

/** All keys under which somebody may have used a coupon: also as a guest, before an account. */
export function listCustomerKeys({
  id,
  email,
}: {
  readonly id: number | null;
  readonly email: string | null;
}): string[] {
  return [...(id === null ? [] : [`customer:${id}`]), ...(email === null ? [] : [toEmailKey(email)])];
}

function toEmailKey(email: string): string {
  return `email:${normalizeEmail(email).replace(/\+[^@]*(?=@[^@]*$)/, '')}`;
}

/**
 * Whether an address fits one of the patterns, in which `*` is any text. Takes time in proportion
 * to the lengths, whatever the pattern is.
 */
export function isEmailAllowed(email: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fitsPattern(normalizeEmail(email), normalizeEmail(pattern)));
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
