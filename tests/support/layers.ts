/** Layers of modules, lowest first. The only list, for contract, server and web. It also names modules that are planned and not built yet. */
export const layers = {
  foundation: [
    "general",
    "accounts",
    "second-factors",
    "email-changes",
    "organizations",
    "members",
    "sign-on-providers",
    "single-sign-on",
    "api-keys",
    "customers",
    "files",
    "looks",
    "joining",
    "places",
    "sports",
  ],
  venues: ["facilities", "fields", "hours", "time-windows", "products", "prices", "subscriptions", "extras"],
  schedule: [
    "availability",
    "booking-limits",
    "events",
    "series",
    "approvals",
    "blocks",
    "waitlist",
    "views",
    "planning",
    "calendars",
    "busy-calendars",
  ],
  money: ["charges", "packs", "credits", "payments", "tills", "invoices", "receipt-log", "reminders", "accounting"],
  players: ["participants", "bookings", "guests", "pages"],
  insight: ["activity", "notifications", "search", "setup", "overview", "reports"],
  exchange: ["imports", "exports", "webhooks", "devices", "personal-data"],
} as const;

/** A module may use those before it, never those after. */
export const moduleOrder: readonly string[] = Object.values(layers).flat();
