import { expect, it } from 'vitest';
import type { PaymentInstruction } from '../contract.ts';
import { createTransferCode } from './transfer-code.ts';

const paymentInstructions: readonly PaymentInstruction[] = [
  { kind: 'name', label: 'Account holder', value: 'Saltmarsh Studio' },
  { kind: 'iban', label: 'IBAN', value: 'IE29 AIBK 9311 5212 3456 78' },
  { kind: 'bic', label: 'BIC', value: 'AIBKIE2D' },
  { kind: 'amount', label: 'Amount', value: '€24.00' },
  { kind: 'reference', label: 'Reference', value: '1042' },
];
const order = {
  ...{ currency: 'EUR', total: 2400, creditedTotal: 0, capturedTotal: 0, refundedTotal: 0 },
  paymentInstructions,
};

it('[D11] the code of a transfer has the lines that banking apps read', () => {
  expect(createTransferCode(order)?.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', 'AIBKIE2D', 'Saltmarsh Studio', 'IE29AIBK93115212345678', 'EUR24.00'],
    ...['', '', '1042'],
  ]);
  const withoutBic = paymentInstructions.filter(({ kind }) => kind !== 'bic');
  expect(createTransferCode({ ...order, paymentInstructions: withoutBic })?.split('\n')[4]).toBe('');
});

it('[D11] there is no code for other currencies, for nothing to pay, or for details that are not known by their kind', () => {
  expect(createTransferCode({ ...order, currency: 'CHF' })).toBeNull();
  expect(createTransferCode({ ...order, total: 0 })).toBeNull();
  const plain = paymentInstructions.map(({ label, value }) => ({ label, value }));
  expect(createTransferCode({ ...order, paymentInstructions: plain })).toBeNull();
});

it('[D11] the code of a transfer asks for what is still to be paid, and keeps its lines whatever the name has', () => {
  expect(createTransferCode({ ...order, capturedTotal: 1000 })?.split('\n')[7]).toBe('EUR14.00');
  expect(createTransferCode({ ...order, capturedTotal: 2400 })).toBeNull();
  const name = { kind: 'name', label: 'Account holder', value: 'Saltmarsh\nStudio' } as const;
  const lines = createTransferCode({ ...order, paymentInstructions: [name, ...paymentInstructions.slice(1)] })?.split(
    '\n',
  );
  expect([lines?.[5], lines?.length]).toEqual(['Saltmarsh Studio', 11]);
});
