/** Reads the live stream of an organization (server-sent events) and collects its messages. */
import { expect, vi } from "vitest";

export interface LiveMessage {
  type: string;
  id: string | null;
  version: string;
}

interface LiveStreamOptions {
  organizationId: string;
  token: string;
  after?: string;
}

export type LiveStreamClient = Awaited<ReturnType<typeof openLiveStream>>;

export async function openLiveStream(origin: string, { organizationId, token, after }: LiveStreamOptions) {
  const controller = new AbortController();
  const response = await fetch(`${origin}/organizations/${organizationId}/live`, {
    headers: { authorization: `Bearer ${token}`, ...(after && { "last-event-id": after }) },
    signal: controller.signal,
  });
  const messages: LiveMessage[] = [];
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
        const news = JSON.parse(lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "") as LiveMessage;
        expect(news.version).toBe(lastId);
        messages.push(news);
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
    heard: messages,
    ids: () => messages.map((news) => news.id),
    lastId: () => lastId,
    hasEnded: () => ended,
    until: (count: number) =>
      vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(count), { timeout: 5000 }),
    close: async () => {
      controller.abort();
      await reading;
    },
  };
}
