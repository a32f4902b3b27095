/** What docs/errors.md says about an error code. */
interface ErrorDescription {
  /** HTTP status of calls that answer with it. */
  readonly status?: number | '4xx';
  /** Whether a row of an import is skipped with it, or imported. */
  readonly level?: 'error' | 'warning';
  readonly means: string;
  /** What the shopper, operator or calling program should do. */
  readonly action?: string;
}

export interface ErrorGroup<Codes = Readonly<Record<string, ErrorDescription>>> {
  /** Heading in docs/errors.md. */
  readonly title: string;
  readonly codes: Codes;
}

/**
 * Describes the error codes of a feature for docs/errors.md. Codes are permanent: scripts may rely
 * on them.
 */
export function defineErrors<const Codes extends Readonly<Record<string, ErrorDescription>>>(
  title: string,
  codes: Codes,
): ErrorGroup<Codes> {
  return { title, codes };
}
