/** Jobs that delete pictures of photos which no row names any more (orphan files). */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { listPhotosStoredBefore, removeUnreferencedPhotos } from "./stored-photos.ts";

export const removePictures: Job = {
  name: "files.remove",
  async run(appContext, { names }) {
    if (Array.isArray(names)) await removeUnreferencedPhotos(appContext, names.map(String));
  },
};

/** Deletes pictures left by aborted uploads and failed deletions. Younger pictures may belong to a running upload. */
const deleteUnreferencedFiles: Job = {
  name: "files.sweep",
  cron: "41 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run(appContext) {
    const yesterday = new Date(appContext.clock.now().getTime() - retentionMs("removedPhoto"));
    for await (const names of listPhotosStoredBefore(appContext, yesterday))
      await removeUnreferencedPhotos(appContext, names);
  },
};

export default [removePictures, deleteUnreferencedFiles] satisfies Job[];
