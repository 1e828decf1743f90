/** Installs Debian packages that tests need, where the system lacks them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Milliseconds. A mirror that does not respond must not block the command. */
const timeout = 300_000;

/** Installs packages on Debian or Ubuntu as root. Elsewhere, and on failure, it changes nothing. */
export function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${packages.join(" and ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", DEBCONF_NOWARNINGS: "yes" };
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"], timeout }).status === 0;
  if (apt("update")) apt("install", "-y", "--no-install-recommends", ...packages);
}
