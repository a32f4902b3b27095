/** Configuration of a page's scripts. The same for everyone. */
export interface BrowserConfig {
  /** {rest}, a path prefix. */
  readonly rest: string;
  /** {ajax_endpoint}. */
  readonly ajax: string;
  readonly noncePath: string;
  readonly nonceHeader: string;
  readonly privatePath: string;
  readonly hintCookie: string;
  /** Fields of the hint cookie by the badges (`data-count`) that show them. */
  readonly badges: Readonly<Record<string, string>>;
  /** BCP 47. */
  readonly locale: string;
  /** Regular expression of paths to prefetch; absent: none. */
  readonly prefetchPattern?: string | undefined;
  /** Messages by code that replace the API client's English ones. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** Id of the `<script type="application/json">` that holds it. */
export const configElement = 'vt-config';

/** JSON that is safe inside a script element. */
export function configToJson(config: BrowserConfig): string {
  return JSON.stringify(config).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
