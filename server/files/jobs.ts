/** Background work of photos: deletes pictures that no photo names. */
import type { Job } from "#server/kit/process/jobs.ts";
import { listPicturesStoredBefore, removeUnreferencedPictures } from "./stored-pictures.ts";

const day = 86_400_000;

/** Pictures of one photo that was deleted. */
export const removePictures: Job = {
  name: "files.remove",
  async run(appContext, { names }) {
    if (Array.isArray(names)) await removeUnreferencedPictures(appContext, names.map(String));
  },
};

/** Pictures of uploads that broke off, and of deletions whose job gave up. Younger ones may be of an upload under way. */
const sweepFiles: Job = {
  name: "files.sweep",
  sweep: "41 * * * *",
  retries: 0,
  async run(appContext) {
    const yesterday = new Date(appContext.clock.now().getTime() - day);
    for await (const names of listPicturesStoredBefore(appContext, yesterday))
      await removeUnreferencedPictures(appContext, names);
  },
};

export default [removePictures, sweepFiles] satisfies Job[];
