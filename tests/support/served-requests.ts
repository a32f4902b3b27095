import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { countQueries } from '#platform/database/query-count.ts';

/** A request that a listening shop has answered. */
export interface ServedRequest {
  /** Method and path. */
  readonly name: string;
  /** Statements that it has sent, `begin` and `commit` included. */
  readonly texts: readonly string[];
}

export interface ServedRequests {
  /** Returns what was answered since the last call, once nothing is being answered. */
  take(): Promise<readonly ServedRequest[]>;
}

/** Counts the statements of each request that reaches a server from now on. */
export function watchServedRequests(server: Server): ServedRequests {
  let served: ServedRequest[] = [];
  const underWay = new Set<Promise<unknown>>();
  const emit = server.emit.bind(server);
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    countQueries(async () => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      emit('request', request, response);
      await closed;
    });
  server.emit = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'request') return emit(event, ...values);
    const [request, response] = values as [IncomingMessage, ServerResponse];
    const name = `${request.method} ${request.url?.replace(/\?.*/, '')}`;
    const answered = answer(request, response).then(({ texts }) => served.push({ name, texts }));
    underWay.add(answered);
    void answered.finally(() => underWay.delete(answered));
    return true;
  };
  return {
    async take() {
      while (underWay.size > 0) await Promise.all(underWay);
      const taken = served;
      served = [];
      return taken;
    },
  };
}
