import { z } from 'zod';
import { secretSetting } from '#platform/config/secret-setting.ts';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const schema = z.strictObject({
  environment: z
    .enum(['sandbox', 'live'])
    .default('sandbox')
    .describe('Which of the provider’s servers the account is for. In the `sandbox` no money moves.'),
  clientId: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Client id of the app at the provider. Pages print it. Without it and the secret, there is no wallet.'),
  clientSecret: secretSetting('Secret of the app at the provider.'),
  webhookId: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('Id of the webhook at the provider. Empty: the shop asks the provider for the one with its address.'),
  intent: z
    .enum(['capture', 'authorize'])
    .default('capture')
    .describe(
      'How money is asked for when an order is placed: `capture` takes it in one step; `authorize` reserves it and takes it in a second one.',
    ),
  merchantIds: z
    .array(z.string().regex(/^\w{1,40}$/))
    .max(10)
    .default([])
    .describe('Merchant ids for the SDK, for accounts that sell for others.'),
  cards: flag(true, 'Whether shoppers may pay by card, without an account of the wallet.'),
  cardFields: flag(
    true,
    'Whether cards are a payment method of their own, with fields in the checkout that send to the provider alone. Else, and for accounts that may have none, they are typed into the provider’s own form.',
  ),
  threeDSecure: z
    .enum(['when-required', 'always'])
    .default('when-required')
    .describe(
      'When the bank of a card in such fields asks whether its customer pays (3-D Secure): where it is `when-required` by law or by the provider’s judgement, or `always`.',
    ),
  applePay: flag(
    false,
    'Whether shoppers may pay with Apple Pay, where their browser and the account of the wallet can. The provider must know the shop’s domain: docs/wallet.md.',
  ),
  applePayDomainFile: z
    .string()
    .max(32_768)
    .regex(/^[\x20-\x7e\r\n]*$/, 'only letters, digits and signs of ASCII, as in the provider’s file')
    .default('')
    .describe(
      'Content of the provider’s domain association file for Apple Pay, which is then served at `/.well-known/apple-developer-merchantid-domain-association`.',
    ),
  googlePay: flag(
    false,
    'Whether shoppers may pay with Google Pay, where their browser and the account of the wallet can.',
  ),
  payLater: flag(
    false,
    'Whether shoppers may pay later where the provider offers it, with a message about it beside prices.',
  ),
  express: z
    .array(z.enum(['product-details', 'cart', 'mini-cart', 'checkout']))
    .default(['product-details', 'cart', 'mini-cart', 'checkout'])
    .describe('Pages with buttons that order with the address of the wallet.'),
  sdkUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null)
    .describe('Address of the SDK instead of the provider’s own, such as one of a proxy.'),
  errorMessages: z
    .record(z.string().max(100), z.string().min(1).max(500))
    .default({})
    .describe('What shoppers read when the SDK fails, by its error code, instead of the shop’s own words.'),
  refundDays: wholeNumber(5, { min: 0, max: 60 }).describe(
    'Days after which shoppers have a refund, as pages and mails say.',
  ),
});

export const walletSettings = defineSettings('wallet', schema, {
  findMistakes: ({ clientId, clientSecret }) =>
    clientSecret === null || clientId !== ''
      ? []
      : [{ path: 'clientId', message: 'a secret without a client id opens nothing' }],
});
