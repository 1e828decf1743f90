/** Sends what is due in a table to receivers outside, several at once, a few to each of them. */
import { setTimeout as pause } from "node:timers/promises";

/** New rows are looked for, even while slow receivers answer. */
const POLL_MS = 1000;
/** Another run goes on afterwards. */
const MAX_RUN_MS = 2 * 60_000;

export interface DueSender<Due, Claim> {
  /** In messages of errors, such as "webhooks". */
  name: string;
  concurrency: number;
  /** A slow receiver delays no other. */
  concurrencyPerReceiver: number;
  /**
   * @param busy ids of the receivers that have not answered `concurrencyPerReceiver` earlier ones yet; their rows are left out
   * @returns at most `count`, in the order to be sent
   */
  listDue(count: number, busy: readonly string[]): Promise<readonly Due[]>;
  findReceiverId(due: Due): string;
  /** @returns `settled` without anything to send, undefined if another process has it or it has to wait */
  claim(due: Due): Promise<Claim | "settled" | undefined>;
  send(claim: Claim): Promise<void>;
}

/** Ends when nothing is due any more, or after two minutes. @throws AggregateError of what `send` threw, after all have ended */
export async function sendDue<Due, Claim>(sender: DueSender<Due, Claim>): Promise<void> {
  const { concurrency, concurrencyPerReceiver } = sender;
  const begin = performance.now();
  const sending = new Set<Promise<void>>();
  const countByReceiver = new Map<string, number>();
  const count = (id: string, difference: number) =>
    countByReceiver.set(id, (countByReceiver.get(id) ?? 0) + difference);
  const isBusy = (id: string) => (countByReceiver.get(id) ?? 0) >= concurrencyPerReceiver;
  const failures: unknown[] = [];
  for (;;) {
    const due = await sender.listDue(concurrency - sending.size, [...countByReceiver.keys()].filter(isBusy));
    let isIdle = true;
    for (const one of due) {
      const receiverId = sender.findReceiverId(one);
      if (isBusy(receiverId)) continue;
      const claim = await sender.claim(one);
      if (!claim) continue;
      isIdle = false;
      if (claim === "settled") continue;
      count(receiverId, 1);
      const sent: Promise<void> = sender
        .send(claim)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          sending.delete(sent);
          count(receiverId, -1);
        });
      sending.add(sent);
    }
    if (isIdle && sending.size === 0) break;
    if (performance.now() - begin > MAX_RUN_MS) break;
    do await Promise.race([...sending, pause(POLL_MS)]);
    while (sending.size >= concurrency);
  }
  await Promise.all(sending);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${sender.name} could not be sent`);
}
