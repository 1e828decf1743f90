import { files } from "#contract/files.ts";
import { withoutTransaction, serveModule } from "#server/kit/http/serve-module.ts";
import { makePhotoDefault, removePhoto, changePhotoPosition } from "./change.ts";
import { sendPhoto } from "./stored-photos.ts";
import { listPhotos } from "./queries.ts";
import { uploadPhoto } from "./upload-photo.ts";

export default serveModule(files, {
  list: (call) => listPhotos(call.db, call, call.query),
  upload: withoutTransaction(uploadPhoto),
  update: changePhotoPosition,
  makeDefault: makePhotoDefault,
  delete: removePhoto,
  picture: sendPhoto,
});
