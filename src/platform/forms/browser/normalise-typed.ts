import { normaliseCode } from '#platform/input/normalise-code.shared.ts';

/**
 * Normalises addresses and phone numbers after typing or pasting. The checks of the browser and of other scripts
 * would refuse invisible characters without a visible reason.
 */
export function startNormalisingTyped(): void {
  document.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || !['email', 'tel'].includes(target.type)) return;
      const normalised = normaliseCode(target.value);
      if (normalised !== target.value) target.value = normalised;
    },
    true,
  );
}
