/**
 * Clears a selected state when the country of its address was changed, since codes of states are ambiguous: CA is
 * California, and Cagliari in Italy.
 * @param changed the control that was changed
 */
export function clearStateOfOtherCountry(changed: EventTarget | null): void {
  if (!(changed instanceof HTMLSelectElement) || !changed.name.endsWith('_country')) return;
  const state = changed.form?.elements.namedItem(changed.name.replace(/country$/, 'state'));
  if (state instanceof HTMLSelectElement) state.value = '';
}
