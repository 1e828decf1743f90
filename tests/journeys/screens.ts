/** Every screen of the product, and who looks at it. */
import { type AccountName, ask, tokenOf } from "./people.ts";

export interface Screen {
  name: string;
  /** The demo account that is signed in; nobody where it is missing. */
  as?: AccountName;
  /** Its address; one that names a thing asks which things there are. */
  path: string | ((places: Places) => string);
}

/** Some of the demo's things. */
export interface Places {
  organization: string;
  facility: string;
  field: string;
  event: string;
  /** Somebody of the team. */
  person: string;
}

/** @param as whose first organization and whose things */
export async function findPlaces(as: AccountName): Promise<Places> {
  const token = tokenOf(as);
  const first = async (path: string) => {
    const { data } = await ask<{ id: string }[]>("GET", path, { token });
    if (!data[0]) throw new Error(`${path} is empty`);
    return data[0].id;
  };
  const organization = await first("/organizations/search?q=berges");
  const within = `/organizations/${organization}`;
  return {
    organization,
    facility: await first(`${within}/facilities?q=parc`),
    field: await first(`${within}/fields?q=central`),
    event: await first(`${within}/events`),
    person: await first(`${within}/users?type=team&q=garcia`),
  };
}

const inside = (name: string, rest: string | ((places: Places) => string)): Screen => ({
  name: `the organization's ${name}`,
  as: "owner",
  path: (places) => `/organizations/${places.organization}${typeof rest === "string" ? rest : rest(places)}`,
});
const onPlatform = (name: string, path: Screen["path"]): Screen => ({
  name: `the platform's ${name}`,
  as: "admin",
  path,
});
const own = (name: string, path: string): Screen => ({ name, as: "member", path });

/** Who looks, and as which account. */
export const viewers: [who: string, as: AccountName | undefined][] = [
  ["a stranger", undefined],
  ["a member", "member"],
  ["an owner", "owner"],
  ["an administrator of the platform", "admin"],
];
export const screensOf = (as: AccountName | undefined): Screen[] => screens.filter((screen) => screen.as === as);

const screens: Screen[] = [
  { name: "login", path: "/auth/login" },
  { name: "registration", path: "/auth/register" },
  { name: "joining", path: "/auth/register?email=invited@journeys.test" },
  { name: "forgotten password", path: "/auth/forgot-password" },
  { name: "password reset", path: "/auth/reset-password?email=somebody@journeys.test" },
  { name: "link of the mail", path: "/auth/verify-email?token=some-token" },
  { name: "broken link of the mail", path: "/auth/verify-email" },
  { name: "terms of service", path: "/legal/terms" },
  { name: "privacy policy", path: "/legal/privacy" },
  own("member's overview", "/overview"),
  own("invitations", "/invitations"),
  own("profile", "/settings/profile"),
  own("preferences", "/settings/preferences"),
  own("password and sessions", "/settings/password"),
  own("missing permission", "/organizations/create"),
  inside("overview", "/overview"),
  inside("facilities", "/facilities"),
  inside("search without results", "/facilities?q=nothing"),
  inside("new facility", "/facilities/create"),
  inside("facility", ({ facility }) => `/facilities/${facility}`),
  inside("fields of a facility", ({ facility }) => `/facilities/${facility}/fields`),
  inside("events of a facility", ({ facility }) => `/facilities/${facility}/events`),
  inside("fields", "/fields"),
  inside("new field", "/fields/create"),
  inside("field", ({ field }) => `/fields/${field}`),
  inside("events of a field", ({ field }) => `/fields/${field}/events`),
  inside("events", "/events"),
  inside("new event", ({ field }) => `/events/create?fieldId=${field}`),
  inside("event", ({ event }) => `/events/${event}`),
  inside("team", "/team-users"),
  inside("customers", "/users"),
  inside("member of the team", ({ person }) => `/team-users/${person}`),
  inside("roles", "/roles"),
  inside("built-in role", "/roles/3"),
  inside("new role", "/roles/create"),
  inside("activity", "/activity"),
  inside("settings", "/settings"),
  inside("details to edit", "/edit"),
  onPlatform("overview", "/overview"),
  onPlatform("organizations", "/organizations"),
  onPlatform("users", "/users"),
  onPlatform("user", ({ person }) => `/users/${person}`),
  onPlatform("new organization", "/organizations/create"),
  onPlatform("facilities", "/facilities"),
  onPlatform("new facility", "/facilities/create"),
  onPlatform("facility", ({ facility }) => `/facilities/${facility}`),
  onPlatform("fields", "/fields"),
  onPlatform("new field", "/fields/create"),
  onPlatform("field", ({ field }) => `/fields/${field}`),
  onPlatform("events", "/events"),
  onPlatform("event", ({ event }) => `/events/${event}`),
];
