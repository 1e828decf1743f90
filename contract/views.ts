/** A view is what the planning shows, and how, under a name: one's own, or the team's. */
import * as z from "zod/mini";
import { eventStatuses, eventTypes } from "./events.ts";
import { fieldSpaces } from "./fields.ts";
import { partialOf, del, get, id, requiredLine, noData, patch, post, defineModule } from "./kit.ts";
import type { Permission } from "./permissions.ts";

/** For each person in an organization, and for its team. */
export const MAX_VIEWS = 50;
/** Permission to share views, and to change and delete shared ones; only for the team. */
export const shareViewsPermission = "events.update" satisfies Permission;

/**
 * The address of the planning without day and open event; defaults are left out.
 * Fields and people that no longer exist stay in it: they are ignored when it is opened.
 */
export const ViewState = z.strictObject({
  view: z.optional(z.enum(["day", "week", "month", "list"])),
  facilityId: z.optional(id),
  /** The one of a week. */
  fieldId: z.optional(id),
  fields: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
  sportId: z.optional(z.int32().check(z.gte(0))),
  space: z.optional(z.enum(fieldSpaces)),
  lights: z.optional(z.literal(true)),
  status: z.optional(z.enum(eventStatuses)),
  type: z.optional(z.enum(eventTypes)),
  payment: z.optional(z.enum(["due", "partially_paid", "paid", "refunded"])),
  maker: z.optional(id),
  mine: z.optional(z.literal(true)),
  only: z.optional(z.enum(["approval", "unpaid", "soon"])),
  /** Hides events outside of the filters, instead of paling them. */
  hide: z.optional(z.literal(true)),
  axis: z.optional(z.enum(["columns", "rows"])),
  /** Smaller or larger than usual. */
  zoom: z.optional(z.enum(["0", "2"])),
  /** With those at which all is closed. */
  hours: z.optional(z.literal("all")),
  colors: z.optional(z.enum(["payment", "status"])),
  prices: z.optional(z.literal(true)),
  /** Free times in the list; on a phone they are the usual. */
  free: z.optional(z.boolean()),
});
export type ViewState = z.infer<typeof ViewState>;

export const ViewDraft = z.strictObject({
  /** Nobody has two of one name, nor has the team; case and accents do not count. */
  name: requiredLine(60),
  isShared: z._default(z.boolean(), false),
  sight: ViewState,
});
export type ViewDraft = z.infer<typeof ViewDraft>;

export const View = z.object({
  id,
  name: z.string(),
  /** The team's; else the reader's own. */
  isShared: z.boolean(),
  sight: ViewState,
});
export type View = z.infer<typeof View>;

export const views = defineModule("views", {
  list: get("/organizations/{organizationId}/views", {
    allow: "events.show",
    summary: "One's own views of the planning, and for the team the shared ones; each by name",
    returns: z.array(View),
  }),
  create: post("/organizations/{organizationId}/views", {
    allow: "events.show",
    summary: `Save a view, ${MAX_VIEWS} at most; sharing it takes \`${shareViewsPermission}\``,
    body: ViewDraft,
    example: { name: "Evenings indoors", isShared: false, sight: { view: "week", space: "indoor", only: "unpaid" } },
    returns: View,
    successMessage: "views.created",
  }),
  update: patch("/organizations/{organizationId}/views/{viewId}", {
    allow: "events.show",
    summary: `Change a view; what is shared, or is to be, takes \`${shareViewsPermission}\`. No longer shared, it is the caller's`,
    body: partialOf(ViewDraft),
    example: { name: "Evenings" },
    returns: View,
    successMessage: "views.updated",
  }),
  delete: del("/organizations/{organizationId}/views/{viewId}", {
    allow: "events.show",
    summary: `Delete a view; a shared one takes \`${shareViewsPermission}\``,
    returns: noData,
    successMessage: "views.deleted",
  }),
});
