import { recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import { describeExemption, exemptionOperation, toEndOfDay } from './admin/exemption.tsx';
import { withCustomer } from './customer-command.ts';
import {
  type CustomerDetails,
  findCustomerByEmail,
  maxCertificateLength,
  maxExemptionLength,
  setTaxExemption,
} from './customers.ts';
import { findPeopleByEmail } from './people.ts';

const emailArgument = [{ name: '<email>', description: 'email address of the customer' }];

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
    { flags: '--certificate <number>', description: 'number of the certificate' },
    { flags: '--until <day>', description: 'last day on which it counts, such as 2026-12-31' },
    { flags: '--off', description: 'taxes as for everybody' },
  ],
  run: async (shop, { arguments: [email = ''], options }, output) => {
    const reason = options.reason === undefined ? null : String(options.reason).trim();
    if ((reason === null) !== (options.off === true)) return failWithUsageError(output, 'expected --reason or --off');
    if (reason !== null && (reason === '' || reason.length > maxExemptionLength))
      return failWithUsageError(output, `--reason: expected 1 to ${maxExemptionLength} characters`);
    const [certificate, until] = [String(options.certificate ?? '').trim(), options.until ?? null];
    if (certificate.length > maxCertificateLength)
      return failWithUsageError(output, `--certificate: expected at most ${maxCertificateLength} characters`);
    const end = toEndOfDay(until === null ? null : String(until));
    if (until !== null && end === null) return failWithUsageError(output, '--until: expected a day such as 2026-12-31');
    return withCustomer(shop, email, output, async ({ id }) => {
      const exemption = { taxExemption: reason, taxCertificate: certificate, taxExemptBefore: end };
      await inTransaction(shop.db, async (tx) => {
        const before = await setTaxExemption(tx, id, exemption);
        const [person] = await findPeopleByEmail(tx, email);
        if (!before || person === undefined) return;
        await recordAudit(tx, toAuditActor('shop'), {
          subject: { kind: 'person', id: person, label: email },
          action: exemptionOperation.name,
          ...{ before: describeExemption(before), after: describeExemption(exemption), customerId: id },
        });
      });
      const customer = await findCustomerByEmail(shop.db, normalizeEmail(email));
      if (customer) printCustomer(output, customer);
      return 0;
    });
  },
};

export const customerCommands: readonly CommandDefinition[] = [showCommand, exemptCommand];

function printCustomer(output: CliOutput, customer: CustomerDetails): void {
  const { email, isEmailVerified, createdAt, taxExemption, taxCertificate, isTaxExempt } = customer;
  output.line(
    `${email} (${isEmailVerified ? 'verified' : 'not verified'}), customer since ${createdAt.toISOString().slice(0, 10)}`,
  );
  const reason = [taxExemption, taxCertificate].filter(Boolean).join(', ');
  output.line(isTaxExempt ? `Pays no taxes: ${reason}` : reason === '' ? 'Pays taxes.' : `Pays taxes. Over: ${reason}`);
  output.result(customer);
}

function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
