import { startSupervisedShop } from '#app/supervisor/supervised-shop.ts';

// First of all: the shop's process loads its modules while this one loads its own and starts the database.
const shop = startSupervisedShop(`${import.meta.dirname}/shop-server.js`);
const { superviseShop } = await import('#app/supervisor/supervise-shop.ts');
await superviseShop(shop);
