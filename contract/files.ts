/** Photos of facilities and fields, stored in several sizes. */
import * as z from "zod/mini";
import { partialOf, del, get, id, instant, noData, patch, post, defineModule } from "./kit.ts";

export const fileTypes = ["facility", "field"] as const;
export type FileType = (typeof fileTypes)[number];

export const MAX_PHOTOS = 6;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 50_000_000;

/** An image with its size, so that the layout does not shift when it loads. `url` is the largest size. */
export const Image = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  sizes: z.array(z.object({ width: z.int(), height: z.int(), webp: z.string(), avif: z.string() })),
});
export type Image = z.infer<typeof Image>;

/** The mark of an organization: a square PNG in two sizes. */
export const Logo = z.object({
  url: z.string(),
  /** Pixels of an edge. */
  size: z.int(),
  /** For marks beside a name. */
  smallUrl: z.string(),
});
export type Logo = z.infer<typeof Logo>;

export const Photo = z.extend(Image, {
  id,
  type: z.enum(fileTypes),
  facilityId: z.nullable(id),
  fieldId: z.nullable(id),
  /** The first photo: shown in lists and at the top of the overview. */
  default: z.boolean(),
  position: z.int(),
  created_at: instant,
});
export type Photo = z.infer<typeof Photo>;

export const PhotoDraft = z.strictObject({
  type: z.enum(fileTypes),
  facilityId: z.nullish(id),
  fieldId: z.nullish(id),
});

export const files = defineModule("files", {
  list: get("/organizations/{organizationId}/files", {
    allow: "facilities.show",
    summary: "Photos of a facility or of a field, in their order; the first is the default one",
    query: z.object({
      type: z.optional(z.enum(fileTypes)),
      facilityId: z.optional(id),
      fieldId: z.optional(id),
    }),
    mayLag: true,
    returns: z.array(Photo),
  }),
  upload: post("/organizations/{organizationId}/files", {
    allow: "facilities.update",
    summary: "Add a photo: `file` is a JPEG of 10 MB and 50 megapixels at most",
    body: PhotoDraft,
    returns: Photo,
    successMessage: "files.uploaded",
    raw: "upload",
  }),
  update: patch("/organizations/{organizationId}/files/{fileId}", {
    allow: "facilities.update",
    summary: "Move a photo to another position; the others make room",
    body: partialOf(z.strictObject({ position: z.int().check(z.gte(0), z.lte(MAX_PHOTOS - 1)) })),
    example: { position: 0 },
    returns: Photo,
  }),
  makeDefault: post("/organizations/{organizationId}/files/{fileId}/default", {
    allow: "facilities.update",
    summary: "Make a photo the default one",
    returns: Photo,
    successMessage: "files.defaultSet",
    status: 200,
  }),
  delete: del("/organizations/{organizationId}/files/{fileId}", {
    allow: "facilities.update",
    summary: "Delete a photo",
    returns: noData,
    successMessage: "files.deleted",
  }),
  picture: get("/files/{picture}", {
    allow: "everyone",
    summary: "A picture by its unguessable name; never changes",
    returns: z.unknown(),
    raw: "download",
    types: ["image/webp", "image/avif", "image/png"],
  }),
});
