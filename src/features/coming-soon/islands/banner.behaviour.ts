import { call } from '#platform/http/browser/api.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';
import { type ComingSoonState, comingSoonState, dismissedCookie, restNonce } from '../contract.ts';

const isDismissed = () => document.cookie.split('; ').includes(`${dismissedCookie}=yes`);

export function behaviour(element: HTMLElement): (() => void) | undefined {
  const banner = element.querySelector<HTMLElement>('[data-rest-url]');
  const link = banner?.querySelector('[data-dismiss]');
  if (!banner || !link) return;
  const { audience, restUrl = '', meta = '' } = banner.dataset;
  const dismiss = async (event: Event) => {
    event.preventDefault();
    const body = { [meta]: { [dismissedCookie]: 'yes' } };
    await call(restUrl, { method: 'POST', nonce: restNonce, body });
    // Hide the banner on this page even if the call failed.
    banner.hidden = true;
    document.querySelector<HTMLElement>('.site-footer a, main')?.focus({ preventScroll: true });
  };
  link.addEventListener('click', dismiss);
  const show = (isFor: boolean) => {
    banner.hidden = !isFor || isDismissed();
  };
  if (audience === 'everyone') show(true);
  const stop =
    audience === 'staff'
      ? privateState.subscribe(({ state }) =>
          show((state[comingSoonState] as ComingSoonState | undefined)?.isForStaff === true),
        )
      : undefined;
  return () => {
    link.removeEventListener('click', dismiss);
    stop?.();
  };
}
