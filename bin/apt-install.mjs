/** Programs from Debian's packages, where one may install them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A mirror that does not answer stops nothing for good. */
const timeout = 300_000;

/** Installs packages on a Debian, or one of its kin, as root; elsewhere, and where it fails, all stays as it was. */
export function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${packages.join(" and ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", DEBCONF_NOWARNINGS: "yes" };
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"], timeout }).status === 0;
  if (apt("update")) apt("install", "-y", "--no-install-recommends", ...packages);
}
