import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { confirmCodeField, confirmPath } from '../contract.ts';

const purpose = 'order-confirmation';

interface ConfirmableOrder {
  readonly number: number;
  readonly token: string;
  readonly email: string;
}

/**
 * The code depends on the email address, so that only the owner of the address gets it. The order's token is not
 * enough, since the shopper who placed the order has the token.
 */
const toSignedValue = ({ number, email }: ConfirmableOrder): string => `${number}\n${email}`;

export function createConfirmationPath({ config }: Pick<Shop, 'config'>, order: ConfirmableOrder): string {
  const code = sign(config.secrets, purpose, toSignedValue(order));
  return `${confirmPath(order.token)}?${confirmCodeField}=${code}`;
}

/** Compares in constant time. */
export function isConfirmationCode({ config }: Pick<Shop, 'config'>, order: ConfirmableOrder, code: string): boolean {
  return isSigned(config.secrets, purpose, toSignedValue(order), code);
}
