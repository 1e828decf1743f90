/** `npm run dev`: web with hot reload on PORT, server restarted on changes on PORT + 1. */
import { spawn } from "node:child_process";
import { environment, fail, install, node, root } from "./bootstrap.mjs";

delete process.env.NODE_ENV;
install();
if (process.argv[2] !== "on-our-node") {
  const child = spawn(node, [import.meta.filename, "on-our-node"], {
    cwd: root,
    env: environment({ BASELINE_FOLLOWS: "1" }),
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
} else {
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || "127.0.0.1";
  const target = `http://127.0.0.1:${port + 1}`;
  const server = spawn(node, ["--watch", "--watch-preserve-output", "server/main.ts"], {
    cwd: root,
    env: environment({
      PORT: String(port + 1),
      HOST: "127.0.0.1",
      APP_URL: process.env.APP_URL || `http://localhost:${port}`,
      BASELINE_FOLLOWS: "1",
    }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { createServer } = await import("vite");
  // The same paths as in vite.config.ts, which targets the server of `npm start`.
  const proxy = Object.fromEntries(
    ["/api", "/dev", "/healthz", "/readyz", "/test-payments"].map((path) => [path, target]),
  );
  const web = await createServer({ server: { port, host, strictPort: true, proxy } });
  try {
    await web.listen();
  } catch (error) {
    server.kill("SIGTERM");
    fail(error.message);
  }
  web.printUrls();
  const stop = async () => {
    server.kill("SIGTERM");
    await web.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}
