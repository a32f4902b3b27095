import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { confirmCodeField, confirmPath } from '../contract.ts';

const purpose = 'order-confirmation';

interface Confirmable {
  readonly number: number;
  readonly token: string;
  readonly email: string;
}

/** Of order and address, so that only a mail to this address tells it: whoever placed the order knows its token alone. */
const toSignedValue = ({ number, email }: Confirmable): string => `${number}\n${email}`;

/** Path that the mail links to. */
export function createConfirmationLink({ config }: Pick<Shop, 'config'>, order: Confirmable): string {
  const code = sign(config.secrets, purpose, toSignedValue(order));
  return `${confirmPath(order.token)}?${confirmCodeField}=${code}`;
}

/** In constant time. */
export function isConfirmationCode({ config }: Pick<Shop, 'config'>, order: Confirmable, code: string): boolean {
  return isSigned(config.secrets, purpose, toSignedValue(order), code);
}
