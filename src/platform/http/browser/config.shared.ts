/** What every page tells its scripts. The same for everyone: nothing in it is personal. */
export interface BrowserConfig {
  /** {rest}, a path prefix. */
  readonly rest: string;
  /** {ajax_endpoint}. */
  readonly ajax: string;
  readonly noncePath: string;
  /** Name of the header that a nonce travels in. */
  readonly nonceHeader: string;
  /** Where the small private call goes. */
  readonly privatePath: string;
  readonly hintCookie: string;
  /** Fields of the hint cookie by the badges (`data-count`) that show them. */
  readonly badges: Readonly<Record<string, string>>;
  /** BCP 47. */
  readonly locale: string;
  /** Pattern of the paths that may be fetched before anybody asks for them; none when absent. */
  readonly ahead?: string | undefined;
  /** Messages by code that stand in for the API client's English ones. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** Id of the `<script type="application/json">` that holds it. */
export const configElement = 'vt-config';

/** JSON that can't end the element it stands in. */
export function configToJson(config: BrowserConfig): string {
  return JSON.stringify(config).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
