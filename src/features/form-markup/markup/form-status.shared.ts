/** Statuses whose name in the page differs from that in calls. */
const renamed: Readonly<Record<string, string>> = {
  validation_failed: 'invalid',
  acceptance_missing: 'unaccepted',
  mail_sent: 'sent',
  mail_failed: 'failed',
  payment_required: 'payment-required',
};
const known = 'init validating submitting resetting invalid unaccepted spam aborted sent failed payment-required';

/** An unknown status is `custom-{slug}`. */
export function readStatus(value: string): string {
  const status = Object.hasOwn(renamed, value) ? (renamed[value] ?? value) : value;
  if (known.split(' ').includes(status)) return status;
  const slug = value
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, '-')
    .replace(/^-|-$/g, '');
  return `custom-${slug}`;
}
