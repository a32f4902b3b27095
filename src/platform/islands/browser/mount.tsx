import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { catchUp } from './catch-up.ts';
import type { Awake, Sleeper } from './sleeper.ts';

/** Gives the element's HTML to its component. Resolves when the component holds it. */
export function mount(element: Sleeper, Component: ComponentType<object>): Promise<Awake> {
  // Copies, so that a component that fails leaves the server's HTML behind.
  const copies = [...element.childNodes].map((node) => node.cloneNode(true));
  return new Promise((resolve, reject) => {
    let report = reject;
    function Alive({ first }: { first: object }) {
      const [props, update] = useState(first);
      // Before the shopper can do anything more, and not while React is still busy.
      useLayoutEffect(() => queueMicrotask(() => catchUp(element)), []);
      useEffect(() => {
        report = (error) => element.fail(error);
        resolve({ update, end: () => root.unmount() });
      }, []);
      return <Component {...props} />;
    }
    const onUncaughtError = (error: unknown) =>
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...copies);
        report(error);
      });
    const options: RootOptions = { identifierPrefix: element.getAttribute('prefix') ?? '', onUncaughtError };
    const content = <Alive first={element.props} />;
    // An element that left and came back, or was made by a script, has no server HTML.
    const root = element.hasChildNodes() ? hydrateRoot(element, content, options) : createRoot(element, options);
    if (copies.length === 0) root.render(content);
  });
}
