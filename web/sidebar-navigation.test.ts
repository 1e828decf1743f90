import { expect, test } from "vitest";
import { type Menu, menuGroups } from "./kit/data/modules.ts";
import { listBar, listNavigation } from "./sidebar-navigation.ts";

const pathsOf = (menu: Menu) =>
  menuGroups.map((group) => listNavigation(menu, group).map(({ path }) => path)).filter((paths) => paths.length > 0);

test("the team of an organization has all that is done there, in groups", () => {
  expect(pathsOf("team")).toEqual([
    ["/overview", "/planning", "/events", "/approvals"],
    ["/facilities", "/fields", "/opening-hours", "/closures", "/prices"],
    ["/users", "/team-users", "/roles", "/memberships"],
    ["/payments", "/invoices", "/accounting"],
    ["/reports", "/activity", "/api-keys", "/webhooks", "/devices"],
    ["/settings"],
  ]);
});

test("the platform has the lists of all organizations", () => {
  expect(pathsOf("platform")).toEqual([
    ["/overview"],
    ["/organizations", "/facilities", "/fields", "/events"],
    ["/users", "/payments"],
  ]);
});

test("members have the finder, their bookings, the planning and the club, and people without an organization the overview alone", () => {
  expect(pathsOf("member")).toEqual([["/overview", "/find", "/my-bookings", "/planning", "/overview"]]);
  expect(pathsOf("newcomer")).toEqual([["/overview"]]);
});

test("the bar of members has the finder, their bookings, the news and the club", () => {
  expect(listBar().map(({ path, label }) => [path, label])).toEqual([
    ["/find", "bookings.bar"],
    ["/my-bookings", "overview.barBookings"],
    ["/notifications", "notifications.bar"],
    ["/overview", "pages.barClub"],
  ]);
});
