import { realpath, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createBuilder, type ViteBuilder } from 'vite';
import { projectRoot } from '#platform/config/project-root.ts';
import { createShopEnvironment, runBuiltCommand } from '../shop.ts';

/** Folder of the soak's server, from the root. It serves the pages' scripts of `dist/client`. */
export const soakServer = '.cache/soak/server';

/** Builds the shop's server with the choices of the soak, beside that of the product. */
export async function buildSoakShop(): Promise<void> {
  const builder = await createSoakBuilder();
  const { ssr } = builder.environments;
  if (!ssr) throw new Error('vite.config.ts has no environment for the server');
  await builder.build(ssr);
  const client = join(projectRoot, soakServer, '../client');
  await rm(client, { force: true });
  await symlink(await realpath(join(projectRoot, 'dist/client')), client);
}

/** `vite.config.ts` reads whose choices it builds while it is loaded. */
async function createSoakBuilder(): Promise<ViteBuilder> {
  const { SHOP_CONFIG: before } = process.env;
  process.env.SHOP_CONFIG = join(import.meta.dirname, 'shop.config.ts');
  try {
    return await createBuilder({
      root: projectRoot,
      configFile: join(projectRoot, 'vite.config.ts'),
      logLevel: 'warn',
      environments: { ssr: { build: { outDir: soakServer, emptyOutDir: true } } },
    });
  } finally {
    if (before === undefined) delete process.env.SHOP_CONFIG;
    else process.env.SHOP_CONFIG = before;
  }
}

/** What the shop of the soak runs from. */
export interface SoakShop {
  readonly dataDir: string;
  /** Origin of the test provider's server. */
  readonly providerUrl: string;
  /** Default: there is no test wallet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a free port. */
  readonly port?: number;
}

const withoutTestWallet = { TEST_WALLET_PORT: 'off' };

export const createSoakEnvironment = ({ dataDir, providerUrl, env = withoutTestWallet }: SoakShop) => ({
  ...createShopEnvironment(dataDir),
  SOAK_PROVIDER_URL: providerUrl,
  ...env,
});

/** Runs `shop <args>`. Rejects unless it exits with 0. */
export const runSoakCommand = (shop: SoakShop, ...args: readonly string[]): Promise<string> =>
  runBuiltCommand(soakServer, createSoakEnvironment(shop), args);

/** Calls a mutation with `shop call`. @param id of the object that it is about; a form makes a new one without */
export const callSoakMutation = async (
  shop: SoakShop,
  name: string,
  input: Readonly<Record<string, unknown>>,
  id: number | 'new' = 'new',
): Promise<{ readonly id?: number }> =>
  JSON.parse(await runSoakCommand(shop, 'call', name, JSON.stringify(input), '--param', `id=${id}`, '--json'));
