import { files } from "#contract/files.ts";
import { withoutTransaction, serveModule } from "#server/kit/http/serve-module.ts";
import { makePhotoDefault, removePhoto, changePhotoPosition } from "./change.ts";
import { sendPicture } from "./stored-pictures.ts";
import { listPhotos } from "./queries.ts";
import { uploadPhoto } from "./upload.ts";

export default serveModule(files, {
  list: (call) => listPhotos(call.db, call, call.query),
  upload: withoutTransaction(uploadPhoto),
  update: changePhotoPosition,
  makeDefault: makePhotoDefault,
  delete: removePhoto,
  picture: sendPicture,
});
