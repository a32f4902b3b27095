import { sdkConfig } from './config.ts';

/** The window that the shopper pays in: a popup, or a frame over the page where popups are blocked. */
export interface CheckoutWindow {
  go(url: string): void;
  post(message: object): void;
  focus(): void;
  close(): void;
  isClosed(): boolean;
}

/** Opens the window. In the click itself: later, browsers would block the popup. */
export function openCheckoutWindow(onCloseButton: () => void): CheckoutWindow {
  const width = 500;
  const height = 640;
  const left = window.screenX + Math.max((window.outerWidth - width) / 2, 0);
  const top = window.screenY + Math.max((window.outerHeight - height) / 2, 0);
  const features = `popup,width=${width},height=${height},left=${left},top=${top},scrollbars=yes,resizable=yes`;
  const popup = window.open('about:blank', '', features);
  if (popup) return wrapPopup(popup);
  if (sdkConfig.onBlocked === 'error') throw new Error('Can not open popup window - blocked');
  return openFrame(onCloseButton);
}

function wrapPopup(popup: Window): CheckoutWindow {
  return {
    go: (url) => popup.location.replace(url),
    post: (message) => popup.postMessage(message, sdkConfig.baseUrl),
    focus: () => popup.focus(),
    close: () => popup.close(),
    isClosed: () => popup.closed,
  };
}

/** A frame over the page, with a button that closes it. */
export function openFrame(onCloseButton: () => void, title = 'Test wallet'): CheckoutWindow {
  const before = document.activeElement;
  const overlay = document.createElement('div');
  overlay.className = 'test-wallet-overlay';
  overlay.setAttribute('role', 'dialog');
  overlay.setAttribute('aria-modal', 'true');
  overlay.setAttribute('aria-label', title);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Close';
  button.addEventListener('click', onCloseButton);
  overlay.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onCloseButton();
  });
  const frame = document.createElement('iframe');
  frame.title = title;
  overlay.append(button, frame);
  document.body.append(overlay);
  button.focus();
  return {
    go: (url) => {
      frame.src = url;
    },
    post: (message) => frame.contentWindow?.postMessage(message, sdkConfig.baseUrl),
    focus: () => frame.focus(),
    close: () => {
      overlay.remove();
      if (before instanceof HTMLElement) before.focus();
    },
    isClosed: () => !overlay.isConnected,
  };
}
