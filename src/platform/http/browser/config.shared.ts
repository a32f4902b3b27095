/** Configuration of a page's scripts. It is the same for every visitor. */
export interface BrowserConfig {
  /** Path prefix of the REST API ({rest} of the wire names). */
  readonly rest: string;
  /** Path of the ajax endpoint ({ajax_endpoint} of the wire names). */
  readonly ajax: string;
  readonly noncePath: string;
  readonly nonceHeader: string;
  readonly privatePath: string;
  readonly hintCookie: string;
  /** Fields of the hint cookie by the badges (`data-count`) that show them. */
  readonly badges: Readonly<Record<string, string>>;
  /** Language tag (BCP 47). */
  readonly locale: string;
  /** Regular expression of the paths to prefetch. Absent when nothing is prefetched. */
  readonly prefetchPattern?: string | undefined;
  /** Messages by code that replace the API client's English messages. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

export const configElement = 'vt-config';

/** Escapes characters that could end the script element. */
export function configToJson(config: BrowserConfig): string {
  return JSON.stringify(config).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
