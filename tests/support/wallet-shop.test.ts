import { once } from 'node:events';
import { expect, it } from 'vitest';
import { useDatabase } from './database.ts';
import { closeOpened } from './opened.ts';
import { walletShop } from './wallet-shop.ts';

const { database, connectionString } = useDatabase();

it('a shop that pays with the test wallet closes while an event is delivered to it', async () => {
  const wallet = await walletShop(database);
  const payment = await wallet.placeOrder();
  const delivered = once(wallet.app.http.server, 'request');
  const approved = wallet.approve(payment);
  await delivered;
  await closeOpened(connectionString);
  await approved;
  expect(wallet.app.http.server.listening).toBe(false);
});
