import type { Config } from '#platform/config/config.ts';

/**
 * Outside origins and hashes of inline scripts that pages need in the content security policy.
 */
export interface OutsideOrigins {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly frame?: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
  /** Where forms lead, also by a redirect of the shop: pages of a payment provider. */
  readonly form?: readonly string[];
}

/** What single pages need besides, such as those with buttons of a payment provider. */
export interface PageOrigins extends OutsideOrigins {
  /** Whether a script adds style elements. In pages for one request only those with the page's nonce are allowed. */
  readonly hasInlineStyles?: boolean;
}

interface PageNeeds {
  readonly origins: ReadonlySet<PageOrigins>;
  /** Null: the page is for everybody. */
  readonly nonce: string | null;
}

/** The policy of a page for which `allowOrigins` was called; null for others, which have that of every reply. */
export type GetPagePolicy = (page: PageNeeds) => string | null;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly getPagePolicy: GetPagePolicy;
  }
}

export const policyHeader = 'content-security-policy';

/** Security headers of every reply. */
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

/** @param origins of all pages */
export function createGetPagePolicy(origins: readonly OutsideOrigins[]): GetPagePolicy {
  return (page) => (page.origins.size === 0 ? null : createPolicy([...origins, ...page.origins], page.nonce));
}

function createPolicy(origins: readonly PageOrigins[], nonce: string | null): string {
  const outside = (kind: keyof OutsideOrigins) => [...new Set(origins.flatMap((each) => each[kind] ?? []))];
  const nonces = nonce === null ? [] : [`'nonce-${nonce}'`];
  const hasInlineStyles = origins.some((each) => each.hasInlineStyles);
  // A page for everybody can't have a nonce, which counts once.
  const inlineStyles = nonce === null ? ["'unsafe-inline'"] : nonces;
  const directives = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...nonces, ...outside('script')],
    ['style-src', "'self'", ...outside('style')],
    ...(hasInlineStyles ? [['style-src-elem', "'self'", ...inlineStyles, ...outside('style')]] : []),
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', ...outside('image')],
    ['connect-src', "'self'", ...outside('connect')],
    ['frame-src', "'self'", ...outside('frame')],
    ['object-src', "'none'"],
    ['base-uri', "'self'"],
    ['form-action', "'self'", ...outside('form')],
    ['frame-ancestors', "'self'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}
