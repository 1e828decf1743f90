/** `npm run browsers`: the main journeys in Firefox and in WebKit, as Debian packages them. */
import { environment, install, node } from "./bootstrap.mjs";
import { findBrowsers } from "./find-browsers.mjs";
import { check, count, finish, heading, runJourneys } from "./test-report.mjs";

const LIMIT_SECONDS = 10 * 60;

// Install development tools, whatever the machine's setting.
delete process.env.NODE_ENV;
install();
const { FIREFOX, MINI_BROWSER } = await findBrowsers();
if (!FIREFOX) count("Firefox: not found; install firefox-esr, or set FIREFOX to its path", false, performance.now());
if (!MINI_BROWSER)
  count("WebKit: not found; install webkit2gtk-driver and xvfb, as Debian packages them", false, performance.now());

const projects = [...(FIREFOX ? ["firefox"] : []), ...(MINI_BROWSER ? ["webkit"] : [])];
const env = environment({ FIREFOX, MINI_BROWSER });

heading("Build");
const built = await check(["Build of the web", node, ["bin/build.mjs"]], { env });

heading("Journeys");
if (built && projects.length > 0)
  await runJourneys(
    `Journeys in ${projects.join(" and ")}`,
    [
      "--config=tests/browsers/playwright.config.ts",
      ...projects.map((name) => `--project=${name}`),
      ...process.argv.slice(2),
    ],
    env,
  );

finish(LIMIT_SECONDS);
