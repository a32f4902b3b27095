import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy between a shop and its database that counts statements. */
export interface QueryCounter {
  /** Value for DATABASE_URL. */
  readonly connectionString: string;
  /** Statements so far, including `begin` and `commit`; each is a round trip. */
  count(): number;
  close(): void;
}

/** @param socketDir folder of the database's Unix socket */
export async function startQueryCounter(socketDir: string): Promise<QueryCounter> {
  let statements = 0;
  const open = new Set<Socket>();
  const server = createServer((shop) => {
    const database = createConnection(join(socketDir, '.s.PGSQL.5432'));
    const onMessage = createMessageReader((kind) => {
      // A simple query, or the end of an extended one (PostgreSQL documentation, 'Message Flow').
      if (kind === 'Q' || kind === 'S') statements += 1;
    });
    for (const socket of [shop, database]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    shop.on('data', onMessage);
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

/** Reads a connection's bytes in chunks and reports the type of each complete message. */
function createMessageReader(onMessage: (kind: string) => void): (chunk: Buffer) => void {
  let buffered = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      // The startup message has no type byte before its length.
      const head = isFirst ? 0 : 1;
      if (buffered.length < head + 4) return;
      const length = head + buffered.readUInt32BE(head);
      if (buffered.length < length) return;
      if (!isFirst) onMessage(String.fromCharCode(buffered[0] ?? 0));
      isFirst = false;
      buffered = buffered.subarray(length);
    }
  };
}

/** Statements of one piece of work: the fewest of several tries, because jobs run in between. */
export async function countStatements(
  counter: QueryCounter,
  tries: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const counts: number[] = [];
  for (let index = 0; index < tries; index += 1) {
    const before = counter.count();
    await work();
    counts.push(counter.count() - before);
  }
  return Math.min(...counts);
}
