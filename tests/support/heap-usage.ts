/** Reads the heap of a Node process after a garbage collection, by its inspector. */
import { once } from "node:events";

/** @param port of the process, started with `--inspect=127.0.0.1:PORT` */
export async function openHeapUsage(port: number): Promise<{ readMb(): Promise<number>; close(): void }> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  let sent = 0;
  const call = (method: string) =>
    new Promise<Record<string, unknown>>((resolve) => {
      const id = ++sent;
      const receive = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
        if (answer.id !== id) return;
        socket.removeEventListener("message", receive);
        resolve(answer.result ?? {});
      };
      socket.addEventListener("message", receive);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async readMb() {
      // A first collection can make more unreachable.
      for (let round = 0; round < 2; round += 1) await call("HeapProfiler.collectGarbage");
      return Number((await call("Runtime.getHeapUsage")).usedSize) / 1e6;
    },
    close: () => socket.close(),
  };
}
