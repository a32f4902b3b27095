/** Inside the frame of the buttons: tells the page about its height and about clicks. */

const frameQuery = new URLSearchParams(location.search);
const tellPage = (message: object) =>
  parent.postMessage({ ...message, channel: frameQuery.get('channel') }, frameQuery.get('origin') ?? '');

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-source]')) {
  button.addEventListener('click', () => tellPage({ type: 'click', fundingSource: button.dataset.source }));
}
tellPage({ type: 'ready', height: document.querySelector('main')?.offsetHeight ?? 0 });
