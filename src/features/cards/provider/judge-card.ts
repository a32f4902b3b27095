import type { CardAuthentication } from '#features/wallet/index.ts';

/** `retry`: the shopper may try the same card again. `refuse`: another card is needed. */
export type CardJudgement = 'pay' | 'retry' | 'refuse';

/**
 * Decides by the result of 3-D Secure whether the shop takes the money: only where the bank is liable for the
 * payment, the card takes no part in 3-D Secure, or its bank was bypassed. Otherwise the shop would bear the loss of
 * a stolen card.
 * @param told null when 3-D Secure was not used
 * @param isRequired whether the shop always requires 3-D Secure
 */
export function judgeCard(told: CardAuthentication | null | undefined, isRequired: boolean): CardJudgement {
  if (!told) return isRequired ? 'refuse' : 'pay';
  const { liability_shift: liability, three_d_secure: details } = told;
  if (liability === 'POSSIBLE' || liability === 'YES') return 'pay';
  if (liability !== 'NO') return 'retry';
  return /^[NUB]$/.test(details?.enrollment_status ?? '') ? 'pay' : 'refuse';
}
