import { once } from 'node:events';

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly targetInfo?: { readonly type: string } };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A browser tab. Commands go to the page that it shows. */
export interface Tab {
  send<Result = unknown>(method: string, params?: Params): Promise<Result>;
  /** Resolves with the value of an expression or its promise, which must be JSON. */
  evaluate<Result>(expression: string): Promise<Result>;
  close(): void;
}

/**
 * Opens a tab over the Chrome DevTools Protocol. It attaches to the tab target: Chromium does not
 * prerender pages for a client that attaches to the page target, as Playwright does.
 */
export async function openTab(port: number, size: { readonly width: number; readonly height: number }): Promise<Tab> {
  const version = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(version.webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map<number, { readonly sessionId: string | undefined; answer(message: Message): void }>();
  const firstPage = Promise.withResolvers<void>();
  // The shown page first, then prerendered ones; when it detaches, a prerendered page replaces it.
  const pages: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.answer(message);
    const { sessionId = '', targetInfo } = message.params ?? {};
    if (message.method === 'Target.detachedFromTarget') {
      if (pages.includes(sessionId)) pages.splice(pages.indexOf(sessionId), 1);
      for (const call of waiting.values()) {
        if (call.sessionId === sessionId) call.answer({ error: { message: 'the page is gone' } });
      }
    }
    if (message.method !== 'Target.attachedToTarget' || targetInfo?.type !== 'page') return;
    pages.push(sessionId);
    firstPage.resolve();
  });
  socket.addEventListener('close', () => {
    for (const call of waiting.values()) call.answer({ error: { message: 'the browser is gone' } });
  });
  let last = 0;
  const call = async <Result>(method: string, params: Params, sessionId?: string) => {
    last += 1;
    const id = last;
    const { result, error } = await new Promise<Message>((resolve) => {
      waiting.set(id, { sessionId, answer: resolve });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  };
  const { targetId } = await call<{ targetId: string }>('Target.createTarget', {
    ...{ url: 'about:blank', forTab: true, newWindow: true, ...size },
  });
  const { sessionId } = await call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  await call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, sessionId);
  await firstPage.promise;
  return {
    send: (method, params = {}) => call(method, params, pages[0]),
    async evaluate<Result>(expression: string) {
      const parameters = { expression, awaitPromise: true, returnByValue: true };
      const { result } = await call<{ result: { value: Result } }>('Runtime.evaluate', parameters, pages[0]);
      return result.value;
    },
    close: () => socket.close(),
  };
}
