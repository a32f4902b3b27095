import { startSupervisedShop } from '#app/supervisor/supervised-shop.ts';

// Start the shop's process first: it loads its modules while this process loads its own and starts
// the database.
const shop = startSupervisedShop(`${import.meta.dirname}/shop-server.js`);
const { superviseShop } = await import('#app/supervisor/supervise-shop.ts');
await superviseShop(shop);
