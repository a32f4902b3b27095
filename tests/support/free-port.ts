import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Finds a port at which another process can listen some seconds later. It lies below those that
 * systems give to `listen(0)` and to outgoing connections, or another program could get it meanwhile,
 * and above 10080, which browsers refuse.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 32_000);
    if (await canListen(port)) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
