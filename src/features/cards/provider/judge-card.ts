import type { CardAuthentication } from '#features/wallet/index.ts';

/** `retry`: the shopper may try the same card again. `refuse`: another card is needed. */
export type CardJudgement = 'pay' | 'retry' | 'refuse';

/**
 * Judges by what 3-D Secure told whether the shop takes the money: where the bank answers for the payment, and where the
 * card takes no part in 3-D Secure or its bank was passed over. Otherwise a stolen card would be the shop's loss.
 * @param told null when nobody asked 3-D Secure
 * @param isRequired whether the shop wants it asked always
 */
export function judgeCard(told: CardAuthentication | null | undefined, isRequired: boolean): CardJudgement {
  if (!told) return isRequired ? 'refuse' : 'pay';
  const { liability_shift: liability, three_d_secure: details } = told;
  if (liability === 'POSSIBLE' || liability === 'YES') return 'pay';
  if (liability !== 'NO') return 'retry';
  return /^[NUB]$/.test(details?.enrollment_status ?? '') ? 'pay' : 'refuse';
}
