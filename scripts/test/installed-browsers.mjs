import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of Debian, Fedora and Arch, and below them those of a processor. */
const libraries = ['/usr/lib', '/usr/libexec', '/usr/lib64'];
const miniBrowser = /^webkit2?gtk-[\d.]+$/;

function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

function listFolders(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function findMiniBrowser() {
  const folders = libraries.flatMap((folder) => {
    const below = listFolders(folder);
    return [...below, ...below.filter((path) => path.endsWith('-linux-gnu')).flatMap(listFolders)];
  });
  const places = folders.filter((path) => miniBrowser.test(path.slice(path.lastIndexOf('/') + 1)));
  return places.map((place) => join(place, 'MiniBrowser')).find((path) => existsSync(path));
}

/** @returns {string | undefined} */
export const findFirefox = () => findProgram('firefox-esr', 'firefox');

/** What is missing for WebKit, in words. */
export function listMissingForWebKit() {
  const isWebKitThere = findProgram('WebKitWebDriver') && findMiniBrowser();
  return [...(isWebKitThere ? [] : ['WebKitGTK with its WebDriver']), ...(findProgram('Xvfb') ? [] : ['Xvfb'])];
}

/** @returns {{ driver: string, browser: string, display: string } | undefined} */
export function findWebKit() {
  const found = { driver: findProgram('WebKitWebDriver'), browser: findMiniBrowser(), display: findProgram('Xvfb') };
  return found.driver && found.browser && found.display ? found : undefined;
}
