/** A view is what the planning shows, and how, under a name: one's own, or the team's. */
import * as z from "zod/mini";
import { eventStatuses, eventTypes } from "./events.ts";
import { spaces } from "./fields.ts";
import { changes, del, get, id, line, nothing, patch, post, room } from "./kit.ts";
import type { Permission } from "./permissions.ts";

/** Of one person in an organization, and of its team: so many each. */
export const mostViews = 50;
/** What it takes, beyond a place in the team, to share views, and to change and delete shared ones. */
export const sharing = "events.update" satisfies Permission;

/**
 * What the address of the planning says, the day and the open event left out. Whatever is the usual is left out as well.
 * Fields and people that are gone meanwhile stay in it: they are passed over when it is looked at.
 */
export const Sight = z.strictObject({
  view: z.optional(z.enum(["day", "week", "month", "list"])),
  facilityId: z.optional(id),
  /** The one of a week. */
  fieldId: z.optional(id),
  fields: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
  sportId: z.optional(z.int32().check(z.gte(0))),
  space: z.optional(z.enum(spaces)),
  lights: z.optional(z.literal(true)),
  status: z.optional(z.enum(eventStatuses)),
  type: z.optional(z.enum(eventTypes)),
  payment: z.optional(z.enum(["due", "partially_paid", "paid", "refunded"])),
  /** Who made it. */
  maker: z.optional(id),
  mine: z.optional(z.literal(true)),
  only: z.optional(z.enum(["approval", "unpaid", "soon"])),
  /** What the filters do not mean is left out, instead of paled. */
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
export type Sight = z.infer<typeof Sight>;

export const ViewDraft = z.strictObject({
  /** Nobody has two of one name, nor has the team; case and accents do not count. */
  name: line(60),
  isShared: z._default(z.boolean(), false),
  sight: Sight,
});
export type ViewDraft = z.infer<typeof ViewDraft>;

export const View = z.object({
  id,
  name: z.string(),
  /** The team's; else the reader's own. */
  isShared: z.boolean(),
  sight: Sight,
});
export type View = z.infer<typeof View>;

export const views = room("views", {
  list: get("/organizations/{organizationId}/views", {
    allow: "events.show",
    summary: "One's own views of the planning, and for the team the shared ones; each by name",
    returns: z.array(View),
  }),
  create: post("/organizations/{organizationId}/views", {
    allow: "events.show",
    summary: `Save a view, ${mostViews} at most; sharing it takes \`${sharing}\``,
    body: ViewDraft,
    example: { name: "Evenings indoors", isShared: false, sight: { view: "week", space: "indoor", only: "unpaid" } },
    returns: View,
    says: "views.created",
  }),
  update: patch("/organizations/{organizationId}/views/{viewId}", {
    allow: "events.show",
    summary: `Change a view; what is shared, or is to be, takes \`${sharing}\`. No longer shared, it is the caller's`,
    body: changes(ViewDraft),
    example: { name: "Evenings" },
    returns: View,
    says: "views.updated",
  }),
  delete: del("/organizations/{organizationId}/views/{viewId}", {
    allow: "events.show",
    summary: `Delete a view; a shared one takes \`${sharing}\``,
    returns: nothing,
    says: "views.deleted",
  }),
});
