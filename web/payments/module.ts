import type { WebModule } from "#web/kit/data/modules.ts";
import {
  debtsLinkRoute,
  eventPaymentsRoute,
  guestPaymentRoute,
  myPaymentsRoute,
  paymentAccountRoute,
  paymentReturnRoute,
  paymentRoutes,
} from "./routes.tsx";

export const payments: WebModule = {
  name: "payments",
  navigation: [
    {
      label: "payments.title",
      icon: "CreditCard",
      path: "/payments",
      permission: "payments.show",
      menus: { team: ["money", 1], platform: ["people", 2] },
    },
  ],
  routes: {
    guest: (parent) => [debtsLinkRoute(parent)],
    public: (parent) => [guestPaymentRoute(parent)],
    personal: (parent) => [myPaymentsRoute(parent)],
    scoped: paymentRoutes,
    organization: (parent) => [paymentReturnRoute(parent)],
    "organization-money": (settings) => [paymentAccountRoute(settings)],
    event: (event, routesAt) => [eventPaymentsRoute(event, routesAt("event-payments"))],
  },
  chosenEventsAction: async () => (await import("./remind-chosen-events.tsx")).RemindChosenEvents,
  voucherAction: () => import("./take-voucher-back-button.tsx"),
  packAction: () => import("./refund-pack-button.tsx"),
  subscriptionAction: () => import("./cancel-subscription-button.tsx"),
  includesDataOf: ["events", "money"],
};
