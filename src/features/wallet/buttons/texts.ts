import { defineTexts } from '#platform/texts/texts.ts';

/** Texts beside the wallet's buttons, whose own labels come from the provider. */
export const walletButtonsTexts = defineTexts('wallet', {
  label: 'Pay with {wallet}',
  loadFailed: '{wallet} couldn’t be loaded here. You can try again, or pay another way.',
  outage: '{wallet} is not available at the moment. You can try again later, or pay another way.',
  retry: 'Try again',
  noWindow: 'Your browser blocked the {wallet} window. You can pay on its page instead.',
  goOn: 'Continue to {wallet}',
});
