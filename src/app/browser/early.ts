// The one script that runs before the first paint: a notice that this browser has hidden is never seen, and nothing moves when it goes. A plain
// script, so it imports nothing.
{
  const { documentElement: root, cookie } = document;
  const isHidden = cookie.split('; ').includes(`${root.dataset.notice}=hidden`);
  root.toggleAttribute('data-notice-hidden', isHidden);
}
