import { describe, expect, it } from 'vitest';
import { chooseMessage, isClosedByShopper } from './choose-message.ts';
import { SdkError } from './sdk-error.ts';
import { createSdkScript } from './sdk-script.ts';

const baseUrl = 'https://wallet.example/sdk/js';
const make = (queryParams: Parameters<typeof createSdkScript>[0]['queryParams'], base = baseUrl) =>
  createSdkScript({ baseUrl: base, queryParams });

describe('the address of the SDK', () => {
  it('[7.4/1] [3.5/23] is the base address, also one that overrides it, with the parameters', () => {
    const parameters = { 'client-id': 'shop', components: 'buttons,messages', currency: 'EUR' };
    expect(make(parameters).src).toBe(`${baseUrl}?client-id=shop&components=buttons%2Cmessages&currency=EUR`);
    expect(make({ 'client-id': 'a&b' }, 'http://localhost:3100/js?v=5').src).toBe(
      'http://localhost:3100/js?v=5&client-id=a%26b',
    );
  });

  it('[7.4/2] leaves out what has no value', () => {
    const nothing = { locale: '', 'buyer-country': ' ', 'data-page-type': '', 'merchant-id': [], vault: undefined };
    const script = make({ 'client-id': 'shop', ...(nothing as unknown as Record<string, string>) });
    expect(script).toMatchObject({ src: `${baseUrl}?client-id=shop`, attributes: {} });
  });

  it('[7.4/3] has no parameters that begin with data-: they are attributes', () => {
    const script = make({ 'client-id': 'shop', 'data-page-type': 'cart', 'data-partner-attribution-id': 'Shop_1' });
    expect(script.src).toBe(`${baseUrl}?client-id=shop`);
    expect(script.attributes).toEqual({ 'data-page-type': 'cart', 'data-partner-attribution-id': 'Shop_1' });
  });

  it.each([
    [['ABC', 'DEF', ''], '*', 'ABC,DEF'],
    ['ABC, DEF', '*', 'ABC,DEF'],
    [['ABC', 'ABC'], 'ABC', undefined],
    ['ABC', 'ABC', undefined],
  ])('[7.4/4] has the merchant ids %j as %s, and the attribute %s', (ids, query, attribute) => {
    const { src, attributes } = make({ 'merchant-id': ids });
    expect(new URL(src).searchParams.get('merchant-id')).toBe(query);
    expect(attributes['data-merchant-id']).toBe(attribute);
  });

  it('[7.4/6] tells the name of the global', () => {
    expect(make({ 'client-id': 'shop' }).namespace).toBe('paypal');
    expect(make({ 'data-namespace': 'wallet' })).toMatchObject({
      namespace: 'wallet',
      attributes: { 'data-namespace': 'wallet' },
    });
  });

  it('is the same set of parameters in any order, and another one for other values', () => {
    const { key } = make({ 'client-id': 'shop', currency: 'EUR', locale: '' });
    expect(make({ currency: 'EUR', 'client-id': 'shop' }).key).toBe(key);
    for (const other of [{ currency: 'USD' }, { 'data-page-type': 'cart' }, { locale: 'en_IE' }])
      expect(make({ 'client-id': 'shop', currency: 'EUR', ...other }).key).not.toBe(key);
  });
});

describe('an error of the wallet', () => {
  it.each([
    ['client-id not recognized for either production or sandbox: shop', 'invalid_client_id'],
    ['Invalid query value for client-id: <b>', 'invalid_client_id'],
    ['Invalid query value for currency: XXX', undefined],
    [null, undefined],
  ])('[8.3/2] [8.3/3] %s: has the code %s', (reason, code) => {
    const error = new SdkError(reason);
    expect([error.code, error.isInvalidCurrency]).toEqual([code, reason?.includes('currency') ?? false]);
  });

  it('[8.3/5] [8.3/6] [8.3/7] [3.5/24] is shown as text, as configured for its code, or with its message', () => {
    const configured = { declined: 'Another card, please.' };
    const coded = { code: 'declined', message: 'INSTRUMENT_DECLINED' };
    expect(chooseMessage('As it is', configured)).toBe('As it is');
    expect(chooseMessage(coded, configured)).toBe('Another card, please.');
    expect(chooseMessage(coded, {})).toBe('INSTRUMENT_DECLINED');
    expect(chooseMessage({ code: 'toString', message: 'No' }, configured)).toBe('No');
    expect(chooseMessage(new Error('No'), configured)).toBe('No');
  });

  it.each([
    ['Detected popup close', true],
    ['zoid: Detected Popup Close', true],
    ['Window is closed, can not determine type', true],
    ['Detected component window close', true],
    ['Window closed for postrobot_method before response', true],
    ['Can not send message: Target window is closed', true],
    ['Can not open popup window - blocked', false],
    ['Expected an order id to be passed', false],
  ])('[8.3/8] “%s” tells of a window that the shopper has closed: %s (pitfall 16)', (text, isClosed) => {
    expect([isClosedByShopper(text), isClosedByShopper(new Error(text))]).toEqual([isClosed, isClosed]);
  });
});
