/** A mail server that counts what it accepts, and can be slow, refuse, be silent or away. */
import { createServer as createTcpServer, type Server } from "node:net";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { createTestNetwork } from "#tests/support/test-network.ts";

export type MailFault = "none" | "slow" | "refusing" | "silent" | "away";

export interface MailSink {
  url: string;
  /** Mails accepted for each address. */
  deliveries: ReadonlyMap<string, number>;
  /** Keeps each mail from now on, as the product does without a mail server. `findTemplate` knows its template by its id. */
  keepIn(folder: string, findTemplate: (id: string) => Promise<string>): void;
  set(fault: MailFault): Promise<void>;
  /** Until each of these is delivered, or ten minutes have passed. */
  untilDelivered(addresses: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}

const SLOW_MS = 5000;
/** A mail whose workers crashed three times is tried again after four minutes, the job of a crashed worker after two. */
const DELIVERY_WAIT_MS = 600_000;

export async function openMailSink(): Promise<MailSink> {
  const deliveries = new Map<string, number>();
  let fault: MailFault = "none";
  let keep: ((address: string, mail: Buffer) => Promise<void>) | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect: (_session, done) => done(fault === "refusing" ? new Error("Not now") : undefined),
    onData(stream, session, done) {
      const accept = async () => {
        const mail = await buffer(stream);
        if (fault === "slow") await sleep(SLOW_MS);
        for (const { address } of session.envelope.rcptTo) {
          deliveries.set(address, (deliveries.get(address) ?? 0) + 1);
          await keep?.(address, mail);
        }
      };
      accept().then(() => done(), done);
    },
  });
  // Connections of killed servers break.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const network = await createTestNetwork(
    `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
  );
  return {
    url: network.url,
    deliveries,
    async set(next) {
      fault = next;
      if (next === "silent") network.silence();
      else if (next === "away") await network.cut();
      else await network.mend();
    },
    async untilDelivered(addresses) {
      const deadline = performance.now() + DELIVERY_WAIT_MS;
      while (performance.now() < deadline && [...addresses].some((one) => !deliveries.has(one))) await sleep(200);
    },
    keepIn(folder, findTemplate) {
      mkdirSync(folder, { recursive: true });
      keep = async (address, mail) => {
        const id = /^Message-ID: <([\w-]+)@/im.exec(mail.toString("latin1"))?.[1] ?? "";
        const name = `${new Date().toISOString().replaceAll(":", ".")}-${address}-${await findTemplate(id)}-${id.slice(-8)}.eml`;
        writeFileSync(join(folder, name), mail);
      };
    },
    async close() {
      await network.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Accepts connections and never answers. */
export async function openSilentServer(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
