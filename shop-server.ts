import { runShopProcess } from '#app/supervisor/shop-process.ts';
import { readAssets } from '#platform/islands/assets.ts';

// Of the same build: `dist/client` may be that of a later one.
await runShopProcess(() => readAssets(`${import.meta.dirname}/../client`));
