interface ErrorDescription {
  /** HTTP status of calls that answer with this code. */
  readonly status?: number | '4xx';
  /** Whether a row of an import with this code is skipped (`error`) or imported (`warning`). */
  readonly level?: 'error' | 'warning';
  readonly means: string;
  /** The recommended action of the shopper, the operator or the calling program. */
  readonly action?: string;
}

export interface ErrorGroup<Codes = Readonly<Record<string, ErrorDescription>>> {
  /** Heading in docs/errors.md. */
  readonly title: string;
  readonly codes: Codes;
}

/** Describes the error codes of a feature for docs/errors.md. Codes are permanent, since scripts may rely on them. */
export function defineErrors<const Codes extends Readonly<Record<string, ErrorDescription>>>(
  title: string,
  codes: Codes,
): ErrorGroup<Codes> {
  return { title, codes };
}
