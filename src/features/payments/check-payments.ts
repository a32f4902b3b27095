import { shopPagePath } from '#platform/admin/contract.ts';
import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { findAccountMistakes } from './account-mistakes.ts';
import { paymentProviders } from './providers/provider.ts';
import { paymentSettings } from './settings.ts';

/** IBAN of the demo shop, which is not a real account. */
const exampleIban = 'IE64IRCE92050112345678';

const normaliseIban = (iban: string): string => iban.replaceAll(' ', '').toUpperCase();

const createExampleFinding = (account: string): Finding => ({
  ...{ what: 'Bank account', state: 'error', about: 'payments', path: shopPagePath },
  text: `${account} is that of the demo shop: money of shoppers would not arrive`,
  action: 'Enter the account of your shop, or none',
});

const draft = { total: 1000, needsShipping: true } as const;

export const checkPayments: ShopCheck = async (shop) => {
  const { settings, choices, db, config } = shop;
  const { bankTransfer } = settings(paymentSettings);
  const about = 'payments';
  const path = shopPagePath;
  if (bankTransfer) {
    // The check of the settings reports what is wrong with the account.
    const isWrong = findAccountMistakes({ bankTransfer }).length > 0;
    const text = `${bankTransfer.accountName}, ${bankTransfer.iban}`;
    if (config.mode === 'live' && normaliseIban(bankTransfer.iban) === exampleIban) return [createExampleFinding(text)];
    return isWrong ? [] : [{ what: 'Bank account', state: 'ok', text, about }];
  }
  const country = choices.countries[0] ?? '';
  for (const { isAvailable } of shop.implementations(paymentProviders))
    if (await isAvailable(shop, db, { ...draft, country, currency: choices.currency }))
      return [{ what: 'Bank account', state: 'ok', text: 'none, so bank transfer is not offered', about }];
  return [
    {
      ...{ what: 'Payment', state: 'error', text: 'no order can be paid: no method is offered', about, path },
      action: 'Enter a bank account, or set up cash on delivery or a payment provider in the settings',
    },
  ];
};
