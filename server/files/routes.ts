import { files } from "#contract/files.ts";
import { outside, serve } from "#server/kit/serve.ts";
import { makeDefault, remove, update } from "./change.ts";
import { givePicture } from "./kept.ts";
import { listPhotos } from "./queries.ts";
import { upload } from "./upload.ts";

export default serve(files, {
  list: (call) => listPhotos(call.db, call, call.query),
  upload: outside(upload),
  update,
  makeDefault,
  delete: remove,
  picture: givePicture,
});
