import { defineChangeCommand } from '#features/orders/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { recordCapture } from '../start/record-capture.ts';

const paidCommand = defineChangeCommand(
  { verb: 'paid', summary: 'mark the order as paid', requires: 'payments.write' },
  'paid',
  recordCapture,
);

export const orderPaymentCommands: readonly CommandDefinition[] = [paidCommand];
