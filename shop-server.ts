import { runShopProcess } from '#app/supervisor/shop-process.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { readAssets } from '#platform/islands/assets.ts';

await runShopProcess(() => readAssets(`${projectRoot}/dist/client`));
