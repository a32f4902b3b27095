import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { withCustomer } from './customer-command.ts';
import { type CustomerDetails, maxExemptionLength, setTaxExemption } from './customers.ts';

const emailArgument = [{ name: '<email>', description: 'e-mail address of the customer' }];

const showCommand: CommandDefinition = {
  name: 'customers show',
  summary: 'show a customer',
  requires: 'customers.read',
  arguments: emailArgument,
  run: (shop, { arguments: [email = ''] }, output) =>
    withCustomer(shop, email, output, async (customer) => {
      printCustomer(output, customer);
      return 0;
    }),
};

const exemptCommand: CommandDefinition = {
  name: 'customers exempt',
  summary: 'free a customer from taxes, or tax them again',
  requires: 'customers.write',
  arguments: emailArgument,
  options: [
    { flags: '--reason <text>', description: 'certificate or law that exempts them; kept with the customer' },
    { flags: '--off', description: 'taxes as for everybody' },
  ],
  run: async (shop, { arguments: [email = ''], options }, output) => {
    const reason = options.reason === undefined ? null : String(options.reason).trim();
    if ((reason === null) !== (options.off === true)) return failWithUsageError(output, 'expected --reason or --off');
    if (reason !== null && (reason === '' || reason.length > maxExemptionLength))
      return failWithUsageError(output, `--reason: expected 1 to ${maxExemptionLength} characters`);
    return withCustomer(shop, email, output, async (customer) => {
      await setTaxExemption(shop.db, customer.id, reason);
      printCustomer(output, { ...customer, taxExemption: reason });
      return 0;
    });
  },
};

export const customerCommands: readonly CommandDefinition[] = [showCommand, exemptCommand];

function printCustomer(output: CliOutput, customer: CustomerDetails): void {
  const { email, isEmailVerified, createdAt, taxExemption } = customer;
  output.line(
    `${email} (${isEmailVerified ? 'verified' : 'not verified'}), customer since ${createdAt.toISOString().slice(0, 10)}`,
  );
  output.line(taxExemption === null ? 'Pays taxes.' : `Pays no taxes: ${taxExemption}`);
  output.result(customer);
}

function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
