/** Listens to an organization's live stream as a browser would, and keeps what it hears. */
import { expect, vi } from "vitest";

export interface News {
  type: string;
  id: string | null;
  version: string;
}

interface Listening {
  organizationId: string;
  token: string;
  /** The version that was heard last. */
  after?: string;
}

export type Listener = Awaited<ReturnType<typeof listen>>;

/** @param origin up to `/api/v1` */
export async function listen(origin: string, { organizationId, token, after }: Listening) {
  const controller = new AbortController();
  const response = await fetch(`${origin}/organizations/${organizationId}/live`, {
    headers: { authorization: `Bearer ${token}`, ...(after && { "last-event-id": after }) },
    signal: controller.signal,
  });
  const heard: News[] = [];
  let text = "";
  let lastId = "";
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n");
        lastId = lines.find((line) => line.startsWith("id: "))?.slice(4) ?? lastId;
        if (!lines.includes("event: change")) continue;
        const news = JSON.parse(lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "") as News;
        expect(news.version).toBe(lastId);
        heard.push(news);
      }
    }
  };
  const reading = read().then(
    () => void (ended = true),
    () => void (ended = true),
  );
  await vi.waitFor(() => expect(lastId || ended).toBeTruthy());
  return {
    response,
    heard,
    ids: () => heard.map((news) => news.id),
    lastId: () => lastId,
    hasEnded: () => ended,
    until: (count: number) => vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count), { timeout: 5000 }),
    close: async () => {
      controller.abort();
      await reading;
    },
  };
}
