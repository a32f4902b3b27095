import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { orderPanelTexts } from './admin/order-panel-texts.ts';
import { refundTexts } from './admin/refund-texts.ts';
import { paymentCommands } from './commands/payment-commands.ts';
import { paymentErrors } from './errors.ts';
import { settleEventsJob } from './events/store-event.ts';
import { purgeHeldPaymentsJob } from './ledger/purge-held.ts';
import { paymentProviders } from './providers/provider.ts';
import { refundProposals } from './refunds/refund-proposals.ts';
import { registerPaymentRoutes } from './routes.ts';
import { paymentSettings } from './settings.ts';
import { reconcilePaymentsJob } from './settle/reconcile-payments.ts';
import { paymentTexts } from './texts.ts';

export const payments: Feature = {
  name: 'payments',
  needs: ['addresses', 'cart', 'pricing', 'inventory', 'orders', 'fulfilment'],
  permissions: [
    definePermission('payments.read', 'See payments'),
    definePermission('payments.write', 'Record payments, and ask providers for their state'),
    definePermission('orders.refund', 'Give money back: all of an order, or of each order up to a limit', {
      hasLimit: true,
    }),
  ],
  ports: [paymentProviders, refundProposals],
  routes: registerPaymentRoutes,
  jobs: [reconcilePaymentsJob, settleEventsJob, purgeHeldPaymentsJob],
  settings: [paymentSettings],
  texts: [paymentTexts, orderPanelTexts, refundTexts],
  commands: paymentCommands,
  errors: [paymentErrors],
};
