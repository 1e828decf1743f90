/** Saved views of the planning and of the list of events: filters and display, personal or shared with the team. */
import * as z from "zod/mini";
import { eventKinds, eventStatuses, eventTypes, paymentStatuses, relativeDates } from "./events.ts";
import { fieldSpaces } from "./fields.ts";
import { partialOf, del, get, id, localDate, requiredLine, noData, patch, post, defineModule } from "./kit.ts";
import type { Permission } from "./permissions.ts";

/** Per page: of a person in an organization, and of the team. */
export const MAX_VIEWS = 50;
export const viewPages = ["planning", "events"] as const;
export type ViewPage = (typeof viewPages)[number];
export const shareViewsPermission = "events.update" satisfies Permission;

/**
 * Search parameters of the planning page, without day and open event. Defaults are left out. Ids of deleted fields and
 * people stay in a view; the page ignores them.
 */
export const ViewState = z.strictObject({
  page: z.optional(z.literal("planning")),
  view: z.optional(z.enum(["day", "week", "month", "list"])),
  facilityId: z.optional(id),
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
  hide: z.optional(z.literal(true)),
  axis: z.optional(z.enum(["columns", "rows"])),
  zoom: z.optional(z.enum(["0", "2"])),
  hours: z.optional(z.literal("all")),
  colors: z.optional(z.enum(["payment", "status"])),
  prices: z.optional(z.literal(true)),
  /** Shows free times in the list. Default: only on phones. */
  free: z.optional(z.boolean()),
});
export type ViewState = z.infer<typeof ViewState>;

/** Search parameters of the list of events. Defaults are left out. */
export const EventsViewState = z.strictObject({
  page: z.literal("events"),
  layout: z.optional(z.enum(["table", "cards"])),
  dates: z.optional(z.enum(relativeDates)),
  from: z.optional(localDate),
  to: z.optional(localDate),
  facilityId: z.optional(id),
  fieldId: z.optional(id),
  customerId: z.optional(id),
  sportId: z.optional(z.int32().check(z.gte(0))),
  status: z.optional(z.enum(eventStatuses)),
  pendingReason: z.optional(z.enum(["payment", "approval", "offer"])),
  type: z.optional(z.enum(eventTypes)),
  kind: z.optional(z.enum(eventKinds)),
  stands: z.optional(z.literal(true)),
  mine: z.optional(z.literal(true)),
  unpaid: z.optional(z.literal(true)),
  overdue: z.optional(z.literal(true)),
  paymentStatus: z.optional(z.enum(paymentStatuses)),
});
export type EventsViewState = z.infer<typeof EventsViewState>;

const State = z.discriminatedUnion("page", [ViewState, EventsViewState]);

/** The form of a view: its name, and who sees it. */
export const ViewNameDraft = z.strictObject({
  /** Unique per page, and person or team; case and accents are ignored. */
  name: requiredLine(60),
  isShared: z._default(z.boolean(), false),
});
export const ViewDraft = z.extend(ViewNameDraft, { sight: State });
export type ViewDraft = z.infer<typeof ViewDraft>;

export const View = z.object({
  id,
  name: z.string(),
  isShared: z.boolean(),
  sight: State,
});
export type View = z.infer<typeof View>;

export const views = defineModule("views", {
  list: get("/organizations/{organizationId}/views", {
    allow: "events.show",
    summary: "One's own views, and for the team the shared ones; each by name",
    query: z.object({ page: z._default(z.enum(viewPages), "planning") }),
    returns: z.array(View),
    refusesApiKeys: true,
  }),
  create: post("/organizations/{organizationId}/views", {
    allow: "events.show",
    summary: `Save a view, ${MAX_VIEWS} of a page at most; sharing it takes \`${shareViewsPermission}\``,
    body: ViewDraft,
    example: { name: "Evenings indoors", isShared: false, sight: { view: "week", space: "indoor", only: "unpaid" } },
    returns: View,
    successMessage: "views.created",
    refusesApiKeys: true,
  }),
  update: patch("/organizations/{organizationId}/views/{viewId}", {
    allow: "events.show",
    summary: `Change a view; what is shared, or is to be, takes \`${shareViewsPermission}\`. No longer shared, it is the caller's`,
    body: partialOf(ViewDraft),
    example: { name: "Evenings" },
    returns: View,
    successMessage: "views.updated",
    refusesApiKeys: true,
  }),
  delete: del("/organizations/{organizationId}/views/{viewId}", {
    allow: "events.show",
    summary: `Delete a view; a shared one takes \`${shareViewsPermission}\``,
    returns: noData,
    successMessage: "views.deleted",
    refusesApiKeys: true,
  }),
});
