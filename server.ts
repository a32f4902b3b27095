import { run } from '#app/start.ts';
import { projectRoot } from '#platform/config/root.ts';
import { readAssets } from '#platform/islands/assets.ts';

await run(await readAssets(`${projectRoot}/dist/client`));
