import { runShopProcess } from '#app/supervisor/shop-process.ts';
import { projectRoot } from '#platform/config/root.ts';
import { readAssets } from '#platform/islands/assets.ts';

await runShopProcess(() => readAssets(`${projectRoot}/dist/client`));
