/** Finds the browsers of `npm run browsers` where Debian installs them, and installs what is missing. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { aptInstall } from "./apt-install.mjs";

const firstOf = (paths) => paths.filter(Boolean).find((path) => existsSync(path));

const findFirefox = () => firstOf([process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"]);

/** The window of WebKitGTK that its driver starts lies in the folder of the machine's architecture. */
function findMiniBrowser() {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")) : [];
  const versions = ["webkit2gtk-4.1", "webkit2gtk-4.0"];
  return firstOf([
    process.env.MINI_BROWSER,
    ...folders.flatMap((folder) => versions.map((version) => join("/usr/lib", folder, version, "MiniBrowser"))),
  ]);
}

const hasDriver = () => ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"].every((path) => existsSync(path));

const findAll = () => ({
  FIREFOX: findFirefox(),
  MINI_BROWSER: hasDriver() ? findMiniBrowser() : undefined,
});

/** Environment of the journeys; a browser that is neither there nor to be had is undefined. */
export async function findBrowsers() {
  const found = findAll();
  const packages = [
    ...(found.FIREFOX ? [] : ["firefox-esr"]),
    ...(found.MINI_BROWSER ? [] : ["webkit2gtk-driver", "xvfb"]),
  ];
  if (packages.length === 0) return found;
  await aptInstall(...packages);
  return findAll();
}
