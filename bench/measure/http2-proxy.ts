/** HTTP/2 with TLS before a server, as the proxy of `deploy/` answers browsers. Needs `openssl` for a certificate of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** HTTP/2 refuses these, which belong to one connection. */
const connectionHeaders = ["connection", "keep-alive", "transfer-encoding"];

function createCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "bench-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "2"];
  try {
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject],
      {
        stdio: "ignore",
      },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param target address of the server @returns the proxy's own address, and how it ends */
export async function openHttp2Proxy(target: string): Promise<{ url: string; close: () => void }> {
  const agent = new Agent({ keepAlive: true });
  const { host, hostname, port } = new URL(target);
  const proxy = createSecureServer(createCertificate(), (incoming, outgoing) => {
    const own = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":"));
    const headers: IncomingHttpHeaders = { ...Object.fromEntries(own), host };
    const { method, url: path } = incoming;
    const forwarded = request({ hostname, port, agent, method, path, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !connectionHeaders.includes(name));
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(outgoing);
    });
    // The browser leaves a page while an answer is under way.
    outgoing.on("close", () => forwarded.destroy());
    forwarded.on("error", () => outgoing.stream.destroy());
    incoming.pipe(forwarded);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  proxy.listen(0, "localhost", resolve);
  await promise;
  const close = () => {
    agent.destroy();
    proxy.close();
  };
  return { url: `https://localhost:${(proxy.address() as AddressInfo).port}`, close };
}
