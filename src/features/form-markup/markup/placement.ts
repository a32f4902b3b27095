import type { FieldErrors } from '#features/form-definitions/index.ts';

/** Two placements of a form have different unit tags. */
export interface FormPlacement {
  readonly formId: number;
  /** Number of the page's entry; absent outside of pages with one, such as a lightbox. */
  readonly pageId?: number | undefined;
  /** 1 for the first form of the page. */
  readonly ordinal: number;
}

export const formStatuses = [
  ...(['init', 'validating', 'submitting', 'resetting', 'invalid', 'unaccepted'] as const),
  ...(['spam', 'aborted', 'sent', 'failed', 'payment-required'] as const),
] as const;

export type FormStatus = (typeof formStatuses)[number] | `custom-${string}`;

export interface QuizChallenge {
  readonly question: string;
  readonly answerHash: string;
}

export interface CaptchaChallenge {
  readonly src: string;
  readonly challenge: string;
}

export interface FormState {
  readonly status: FormStatus;
  readonly message: string;
  readonly errors: FieldErrors;
  /** What was typed, by name of the field. Absent: defaults. */
  readonly values?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Names of files that were chosen and must be chosen again, by name of the field. */
  readonly files?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Challenges are only on pages that are not cached. */
  readonly quizzes?: ReadonlyMap<string, QuizChallenge> | undefined;
  readonly captchas?: ReadonlyMap<string, CaptchaChallenge> | undefined;
}

/** Defaults that only a request knows, by source and key. */
export interface FormPrefill {
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly product?: Readonly<Record<string, string>> | undefined;
  readonly customer?: Readonly<Record<string, string>> | undefined;
}

/** `form-f12-p7-o1`, without a page `form-f12-o1`. */
export function formatUnitTag(prefix: string, { formId, pageId, ordinal }: FormPlacement): string {
  return pageId === undefined ? `${prefix}-f${formId}-o${ordinal}` : `${prefix}-f${formId}-p${pageId}-o${ordinal}`;
}

/** @returns null for a text that is no unit tag */
export function parseUnitTag(prefix: string, text: string): FormPlacement | null {
  if (!text.startsWith(`${prefix}-f`)) return null;
  const [, formId, pageId, ordinal] =
    /^([1-9]\d{0,9})(?:-p(\d{1,9}))?-o([1-9]\d{0,5})$/.exec(text.slice(prefix.length + 2)) ?? [];
  if (formId === undefined) return null;
  return {
    formId: Number(formId),
    pageId: pageId === undefined ? undefined : Number(pageId),
    ordinal: Number(ordinal),
  };
}
