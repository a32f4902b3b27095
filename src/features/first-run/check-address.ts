import { shopPagePath } from '#platform/admin/contract.ts';
import type { ShopCheck } from '#platform/checks/checks.ts';

/** A line of the demo shop's address. */
const exampleLine = 'The Old Sail Loft';

/** Checks that a live shop does not name the demo shop's address on its invoices and in its mails. */
export const checkShopAddress: ShopCheck = async ({ config, choices: { address } }) => {
  const finding = { what: 'Shop address', about: 'shop' };
  const text = address.join(', ');
  if (config.mode === 'demo' || !address.includes(exampleLine)) return [{ ...finding, state: 'ok', text }];
  return [
    {
      ...{ ...finding, state: 'error', path: shopPagePath },
      text: `${text} is that of the demo shop, and invoices would name it`,
      action: 'Enter the address of your shop',
    },
  ];
};
