import type { Config } from '#platform/config/config.ts';

/** External origins and hashes of inline scripts that pages need in the content security policy. */
export interface OutsideOrigins {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly frame?: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
  /** Origins that forms lead to, also after a redirect of the shop, such as pages of a payment provider. */
  readonly form?: readonly string[];
}

/** External origins that single pages need besides, such as pages with buttons of a payment provider. */
export interface PageOrigins extends OutsideOrigins {
  /** Whether a script adds style elements. Pages for one request allow only style elements with the page's nonce. */
  readonly hasInlineStyles?: boolean;
}

interface PageNeeds {
  readonly origins: ReadonlySet<PageOrigins>;
  /** Null when the page is the same for everybody. */
  readonly nonce: string | null;
}

/**
 * Returns the policy of a page that called `allowOrigins`, or null for other pages, which have the default policy.
 */
export type GetPagePolicy = (page: PageNeeds) => string | null;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly getPagePolicy: GetPagePolicy;
  }
}

export const policyHeader = 'content-security-policy';

export function createPolicyHeaders(
  config: Pick<Config, 'publicUrl'>,
  origins: readonly OutsideOrigins[],
): Readonly<Record<string, string>> {
  const isSecure = config.publicUrl.startsWith('https:');
  return {
    [policyHeader]: createPolicy(origins, null),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

export function createGetPagePolicy(origins: readonly OutsideOrigins[]): GetPagePolicy {
  return (page) => (page.origins.size === 0 ? null : createPolicy([...origins, ...page.origins], page.nonce));
}

function createPolicy(origins: readonly PageOrigins[], nonce: string | null): string {
  const nonces = nonce === null ? [] : [`'nonce-${nonce}'`];
  const hasInlineStyles = origins.some((each) => each.hasInlineStyles);
  // A page for everybody can't have a nonce, because a nonce must be used only once.
  const inlineStyles = nonce === null ? ["'unsafe-inline'"] : nonces;
  const style = listOrigins(origins, 'style');
  return formatPolicy([
    ['script-src', "'self'", ...nonces, ...listOrigins(origins, 'script')],
    ['style-src', "'self'", ...style],
    ...(hasInlineStyles ? [['style-src-elem', "'self'", ...inlineStyles, ...style]] : []),
    ['img-src', "'self'", 'data:', ...listOrigins(origins, 'image')],
    ['connect-src', "'self'", ...listOrigins(origins, 'connect')],
    ['frame-src', "'self'", ...listOrigins(origins, 'frame')],
    ['form-action', "'self'", ...listOrigins(origins, 'form')],
    ['frame-ancestors', "'self'"],
  ]);
}

/**
 * Creates the policy of pages of the back office. They load none of the external scripts of the shop's pages, such
 * as trackers, and no page frames them. Scripts of tools add style elements with the nonce from
 * `<meta property="csp-nonce">`; scripts have no nonce.
 * @param page the origins that the page added with `allowOrigins`
 */
export function createAdminPolicy(page: { readonly origins: ReadonlySet<PageOrigins>; readonly nonce: string | null }) {
  const origins = [...page.origins];
  // Browsers ignore 'unsafe-inline' when the directive has a nonce.
  const nonces = page.nonce === null ? [] : [`'nonce-${page.nonce}'`];
  const inline = origins.some((each) => each.hasInlineStyles) ? ["'unsafe-inline'"] : nonces;
  return formatPolicy([
    ['script-src', "'self'", ...listOrigins(origins, 'script')],
    ['style-src', "'self'", ...inline, ...listOrigins(origins, 'style')],
    ['img-src', "'self'", 'data:', 'blob:', ...listOrigins(origins, 'image')],
    ['connect-src', "'self'", ...listOrigins(origins, 'connect')],
    ['frame-src', "'self'", ...listOrigins(origins, 'frame')],
    ['form-action', "'self'", ...listOrigins(origins, 'form')],
    ['frame-ancestors', "'none'"],
  ]);
}

function listOrigins(origins: readonly PageOrigins[], kind: keyof OutsideOrigins): string[] {
  return [...new Set(origins.flatMap((each) => each[kind] ?? []))];
}

function formatPolicy(directives: readonly (readonly string[])[]): string {
  const all = [
    ['default-src', "'self'"],
    ['style-src-attr', "'unsafe-inline'"],
    ['object-src', "'none'"],
    ['base-uri', "'self'"],
    ...directives,
  ];
  return all.map((directive) => directive.join(' ')).join('; ');
}
