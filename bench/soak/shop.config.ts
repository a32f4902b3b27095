import { paymentProviders } from '#features/payments/index.ts';
import { defineShop } from '#platform/config/shop-config.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { withTestSession } from '#tests/support/session.ts';
import { createTestProvider } from '#tests/support/test-provider.ts';
// Not `#shop.config`: that is this file.
import { shopConfig as demoConfig } from '../../shop.config.ts';

/** Origin of the test provider's server, which the soak runs. */
const providerUrl = process.env.SOAK_PROVIDER_URL ?? 'http://127.0.0.1:9';

const testPayments: Feature = { name: 'test-payments', needs: ['payments'], origins: { form: [providerUrl] } };

/** The shop of the soak: the demo shop's choices, cash on delivery, the test provider and the test session. */
export const shopConfig = defineShop({
  ...demoConfig,
  settings: {
    ...demoConfig.settings,
    // A run of thousands of shoppers takes less than an hour.
    checkout: { termsPath: null, ordersPerHour: { all: null } },
    // A part of the orders has to be confirmed.
    orders: { suspicion: { visitorPercent: 1 } },
    // For all countries, so that the zones of the soak come first.
    shipping: {
      zones: [{ name: 'Everywhere', methods: [{ type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 690 }] }],
    },
    'bot-check': { use: null },
    'order-pay': { attemptsPerHour: { order: null, visitor: null, network: null } },
    payments: { ...(demoConfig.settings?.payments as object), cashOnDelivery: { enabled: true } },
  },
  features: [...withTestSession.features, testPayments],
  provides: [...providePort(paymentProviders, [createTestProvider(providerUrl)]), ...withTestSession.provides],
});
