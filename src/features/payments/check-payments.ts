import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
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
    const wrong = findAccountMistakes({ bankTransfer });
    const text = `${bankTransfer.accountName}, ${bankTransfer.iban}`;
    if (wrong.length === 0) return [{ what: 'Bank account', state: 'ok', text, about }];
    return wrong.map(
      ({ path, message }): Finding => ({
        ...{ what: 'Bank account', state: 'error', text: `${message}. Buyers are told to transfer to it`, about },
        action: `Correct it: npm run shop -- settings set payments.${path} <value>`,
      }),
    );
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
