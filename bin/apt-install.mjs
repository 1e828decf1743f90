/** Installs Debian packages that tests need, where the system lacks them. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** Milliseconds. A mirror that does not respond must not block the command. */
const timeout = 300_000;

/** Installs packages on Debian or Ubuntu as root, beside what goes on. Elsewhere, and on failure, it changes nothing. */
export async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${packages.join(" and ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", DEBCONF_NOWARNINGS: "yes" };
  const both = 'apt-get -qq update && apt-get -qq install -y --no-install-recommends "$@"';
  const child = spawn("sh", ["-c", both, "apt-get", ...packages], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
    timeout,
  });
  await new Promise((resolve) => child.on("error", resolve).on("close", resolve));
}
