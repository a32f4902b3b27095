import type { ShopCheck } from '#platform/checks/checks.ts';
import { findAccountMistakes } from './account-mistakes.ts';
import { paymentProviders } from './providers/provider.ts';
import { paymentSettings } from './settings.ts';

/** An order such as most shoppers make. */
const draft = { total: 1000, needsShipping: true } as const;

/** Checks that orders can be paid, and that transfers arrive. */
export const checkPayments: ShopCheck = async (shop) => {
  const { settings, choices, db } = shop;
  const { bankTransfer } = settings(paymentSettings);
  const about = 'payments';
  if (bankTransfer) {
    // The check of the settings names what is wrong with it.
    const isWrong = findAccountMistakes({ bankTransfer }).length > 0;
    const text = `${bankTransfer.accountName}, ${bankTransfer.iban}`;
    return isWrong ? [] : [{ what: 'Bank account', state: 'ok', text, about }];
  }
  const country = choices.countries[0] ?? '';
  for (const { isAvailable } of shop.implementations(paymentProviders))
    if (await isAvailable(shop, db, { ...draft, country, currency: choices.currency }))
      return [{ what: 'Bank account', state: 'ok', text: 'none, so bank transfer is not offered', about }];
  return [
    {
      ...{ what: 'Payment', state: 'error', text: 'no order can be paid: no method is offered', about },
      action: 'Set a bank account (payments.bankTransfer), cash on delivery, or a payment provider in shop.config.ts',
    },
  ];
};
