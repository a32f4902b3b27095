import { countCharacters } from './form-values.shared.ts';

/** Puts `http://` before a web address without a scheme that has a dot. */
export function addUrlScheme(typed: string): string {
  const text = typed.trim();
  if (!text.includes('.') || /^[a-z][a-z0-9.+-]*:/i.test(text)) return text;
  return `http://${text.replace(/^\/+/, '')}`;
}

export interface AcceptanceBox {
  readonly isChecked: boolean;
  readonly isOptional: boolean;
  readonly isInverted: boolean;
}

export function isAccepted(boxes: Iterable<AcceptanceBox>): boolean {
  return [...boxes].every(({ isChecked, isOptional, isInverted }) => isOptional || isChecked !== isInverted);
}

export interface CharacterLimits {
  readonly direction: 'up' | 'down';
  /** Counting down begins here. */
  readonly starting: number;
  readonly maximum?: number | undefined;
  readonly minimum?: number | undefined;
}

export interface CharacterCount {
  /** What the counter shows; below 0 when counting down past the maximum. */
  readonly current: number;
  readonly isTooLong: boolean;
  /** Never for an empty field, as with the rule `minlength`. */
  readonly isTooShort: boolean;
}

export function getCharacterCount(text: string, limits: CharacterLimits): CharacterCount {
  const length = countCharacters(text);
  return {
    current: limits.direction === 'down' ? limits.starting - length : length,
    isTooLong: limits.maximum !== undefined && length > limits.maximum,
    isTooShort: limits.minimum !== undefined && length > 0 && length < limits.minimum,
  };
}

/** @param checked the state of each box after the change */
export function keepOneChecked(checked: readonly boolean[], changed: number): boolean[] {
  return checked.map((isChecked, index) => isChecked && (index === changed || !checked[changed]));
}

/** @param option null when its box or radio button is not there */
export const isFreeTextEnabled = (option: { readonly checked: boolean } | null): boolean => option?.checked === true;
