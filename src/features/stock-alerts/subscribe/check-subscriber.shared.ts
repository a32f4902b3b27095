import type { PhoneProblem, SubscriberProblem, SubscriberRules } from '../contract.ts';

/** Typed values. Null means that the form has no such field. */
export interface TypedSubscriber {
  readonly quantity: string | null;
  readonly phone: string | null;
  readonly name: string | null;
  readonly email: string;
  readonly agrees: boolean;
}

/** `local@domain`, with a top-level domain of 2 to 4 letters or digits, or of any length. */
const emailPatterns = {
  strict: /^[^\s@]+@[^\s@]+\.[A-Za-z0-9]{2,4}$/,
  usual: /^[^\s@]+@[^\s@]+\.[\p{L}\p{M}\p{N}-]{2,}$/u,
};

/**
 * Checks the fields in the order of the form, and stops at the first problem. Browser and server run the same checks.
 * @param checkPhone returns null for a valid number
 */
export function checkSubscriber(
  { quantity, phone, name, email, agrees }: TypedSubscriber,
  rules: SubscriberRules,
  checkPhone: (phone: string) => PhoneProblem | null,
): SubscriberProblem | null {
  if (rules.quantity === 'required' && quantity !== null && !(Number(quantity) > 0)) return 'QUANTITY_EMPTY';
  const isPhoneChecked = rules.phone === 'required' || (rules.phone === 'optional' && phone?.trim());
  const phoneProblem = isPhoneChecked ? checkPhone(phone?.trim() ?? '') : null;
  if (phoneProblem !== null) return phoneProblem;
  if (rules.name && name !== null && name.trim() === '') return 'NAME_EMPTY';
  if (email.trim() === '') return 'EMAIL_EMPTY';
  const pattern = rules.strictEmail ? emailPatterns.strict : emailPatterns.usual;
  if (!pattern.test(email.trim())) return 'EMAIL_INVALID';
  return rules.agree && !agrees ? 'AGREE_REQUIRED' : null;
}
