/** What photos leave to the background: the end of pictures that none names any more. */
import type { Job } from "#server/kit/jobs.ts";
import { listBefore, removeUnnamed } from "./kept.ts";

const day = 86_400_000;

/** Pictures of one photo that was deleted. */
export const removePictures: Job = {
  name: "files.remove",
  async run(house, { names }) {
    if (Array.isArray(names)) await removeUnnamed(house, names.map(String));
  },
};

/** Pictures of uploads that broke off, and of deletions whose job gave up. Younger ones may be of an upload under way. */
const sweepFiles: Job = {
  name: "files.sweep",
  sweep: "41 * * * *",
  retries: 0,
  async run(house) {
    const yesterday = new Date(house.clock.now().getTime() - day);
    for await (const names of listBefore(house, yesterday)) await removeUnnamed(house, names);
  },
};

export default [removePictures, sweepFiles] satisfies Job[];
