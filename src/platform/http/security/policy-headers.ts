import type { Config } from '#platform/config/config.ts';
import type { OutsideOrigins } from '#platform/features/feature.ts';

/** Security headers of every reply. */
export function createPolicyHeaders(
  config: Pick<Config, 'publicUrl'>,
  origins: readonly OutsideOrigins[],
): Readonly<Record<string, string>> {
  const outside = (kind: keyof OutsideOrigins) => origins.flatMap((each) => each[kind] ?? []);
  const directives = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...outside('script')],
    ['style-src', "'self'"],
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', ...outside('image')],
    ['connect-src', "'self'", ...outside('connect')],
    ['frame-src', "'self'", ...outside('frame')],
    ['object-src', "'none'"],
    ['base-uri', "'self'"],
    ['form-action', "'self'", ...outside('form')],
    ['frame-ancestors', "'self'"],
  ];
  const isSecure = config.publicUrl.startsWith('https:');
  return {
    'content-security-policy': directives.map((directive) => directive.join(' ')).join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
