/** A TCP proxy in front of a server, to simulate network faults. */
import { connect, createServer, type Socket } from "node:net";

export interface TestNetwork {
  url: string;
  /** Resets all connections, and refuses new ones until `mend`. */
  cut(): Promise<void>;
  /** Drops all data in both directions while connections stay open. */
  silence(): void;
  /** Accepts new connections again; silenced ones stay lost. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function createTestNetwork(server: string): Promise<TestNetwork> {
  const far = new URL(server);
  const ends = new Set<Socket>();
  let isSilent = false;
  const pass = (from: Socket, to: Socket) => {
    ends.add(from);
    from.on("data", (data) => isSilent || to.write(data));
    from.on("error", () => to.destroy());
    from.on("close", () => {
      ends.delete(from);
      to.destroy();
    });
  };
  const door = createServer((near) => {
    const upstream = connect(Number(far.port), far.hostname);
    pass(near, upstream);
    pass(upstream, near);
  });
  const listen = (port: number) => new Promise<void>((ready) => door.listen(port, "127.0.0.1", ready));
  await listen(0);
  const address = door.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const cut = async () => {
    const closed = new Promise<void>((done) => door.close(() => done()));
    for (const end of ends) end.resetAndDestroy();
    await closed;
  };
  const url = new URL(server);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut,
    silence: () => void (isSilent = true),
    async mend() {
      for (const end of ends) end.destroy();
      isSilent = false;
      if (!door.listening) await listen(port);
    },
    close: async () => {
      if (door.listening) await cut();
    },
  };
}
