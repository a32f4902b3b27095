import { startSupervisedShop } from '#app/supervisor/supervised-shop.ts';

// Start the shop's process first: it loads its modules while this process loads its own and starts
// the database.
const shop = startSupervisedShop(`${import.meta.dirname}/shop-server.js`);
const { markBuildAsUsed } = await import('#app/supervisor/used-build.ts');
markBuildAsUsed(`${import.meta.dirname}/..`);
const { superviseShop } = await import('#app/supervisor/supervise-shop.ts');
await superviseShop(shop);
