import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** Stands between a shop and its database and counts what is asked. */
export interface QueryCounter {
  /** For DATABASE_URL. */
  readonly connectionString: string;
  /** Statements so far: each is a round trip, `begin` and `commit` included. */
  count(): number;
  close(): void;
}

/** @param socketDir folder of the database's Unix socket */
export async function startQueryCounter(socketDir: string): Promise<QueryCounter> {
  let statements = 0;
  const open = new Set<Socket>();
  const server = createServer((shop) => {
    const database = createConnection(join(socketDir, '.s.PGSQL.5432'));
    const see = messageReader((kind) => {
      // A simple query, or the end of an extended one (PostgreSQL documentation, 'Message Flow').
      if (kind === 'Q' || kind === 'S') statements += 1;
    });
    for (const socket of [shop, database]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    shop.on('data', see);
    shop.pipe(database);
    database.pipe(shop);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  return {
    connectionString: `postgres://vitrine@127.0.0.1:${port}/vitrine?sslmode=disable`,
    count: () => statements,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Takes a connection's bytes as they come and tells the kind of each message that is whole. */
function messageReader(tell: (kind: string) => void): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      // The first message has no letter before its length.
      const head = isFirst ? 0 : 1;
      if (waiting.length < head + 4) return;
      const length = head + waiting.readUInt32BE(head);
      if (waiting.length < length) return;
      if (!isFirst) tell(String.fromCharCode(waiting[0] ?? 0));
      isFirst = false;
      waiting = waiting.subarray(length);
    }
  };
}

/** Statements that one piece of work takes: the fewest of several tries, since jobs and signs of life ask now and then too. */
export async function statementsOf(
  counter: QueryCounter,
  tries: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const counts: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const before = counter.count();
    await work();
    counts.push(counter.count() - before);
  }
  return Math.min(...counts);
}
