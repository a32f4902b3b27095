import { announce } from '#platform/islands/browser/announce.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import type { BuyFormProps } from '../buy-form.shared.ts';
import type { SubmitTarget } from './use-submitting.ts';

/**
 * Explains why nothing was added. 'Buy now' shows an alert; otherwise the form shows
 * the error and it is announced to screen readers.
 */
export async function showSelectionError(
  { labels, name, alerts }: BuyFormProps,
  isUnavailable: boolean,
  target: SubmitTarget,
): Promise<void> {
  const text = isUnavailable ? labels.unavailable : labels.makeASelection;
  if (target === 'cart') {
    announce(text);
    return;
  }
  // A message without its style is better than none.
  const styles = loadLightboxStyles().catch(() => {});
  const [{ showAlert }] = await Promise.all([import('#ui/browser/alert.ts'), styles]);
  showAlert(text, { label: name, okLabel: labels.ok, isNative: alerts === 'browser' });
}

/** Focuses the first missing choice, or the first choice if none is missing. */
export function focusMissingChoice(
  form: HTMLFormElement | null | undefined,
  { choices }: Pick<BuyFormProps, 'choices'>,
  chosen: Readonly<Record<string, string>>,
): HTMLElement | null {
  const { field = '' } = choices.find(({ slug }) => !chosen[slug]) ?? choices[0] ?? {};
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const choiceFields = fields.filter(({ name, disabled }) => name === field && !disabled);
  const control = choiceFields.find(({ checked }) => checked) ?? choiceFields[0];
  control?.focus({ preventScroll: true });
  return control ?? null;
}
