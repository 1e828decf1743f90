/** Deletes pictures for social networks that were drawn long ago: what is still asked for is drawn again. */
import type { Job } from "#server/kit/process/jobs.ts";
import { CARD_FOLDER } from "./card-content.ts";

const KEPT_MS = 30 * 86_400_000;

const deleteOldCards: Job = {
  name: "pages.cards",
  cron: "17 4 * * *",
  retries: 0,
  async run({ store, clock }) {
    const before = clock.now().getTime() - KEPT_MS;
    for await (const { name, at } of store.list(CARD_FOLDER)) if (at.getTime() < before) await store.delete(name);
  },
};

export default [deleteOldCards] satisfies Job[];
