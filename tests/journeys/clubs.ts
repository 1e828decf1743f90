/** Organizations of the journeys' own: what is done to their people disturbs nobody else. */
import type { Page } from "./journey.ts";
import { ask, newcomer, type Newcomer, settle, tokenOf } from "./people.ts";

/** An organization whose people a journey may change as it likes. */
export interface Club {
  id: string;
  name: string;
  owner: Newcomer;
  token: string;
}
export const [manager, staff, member] = [2, 3, 4];
let clubs = 0;

/** An organization of one's own, whose owner has settled in: what is done to its people disturbs nobody else. */
export async function found(): Promise<Club> {
  const owner = newcomer("Ambre");
  const name = `Club des Lilas ${process.pid} ${++clubs}`;
  const body = { name, type: "club", countryId: 250, addOwner: true, emailOwner: owner.email };
  const { data } = await ask<{ id: string }>("POST", "/organizations", { token: tokenOf("admin"), body });
  const token = await settle(owner);
  await acceptAll(token);
  // Also on site, beside the test provider: not every journey is about money.
  await ask("PATCH", `/organizations/${data.id}`, { token, body: { paymentOnSite: true } });
  return { id: data.id, name, owner, token };
}

/** Accepts whatever somebody is invited to. */
export async function acceptAll(token: string): Promise<void> {
  const { data } = await ask<{ id: string }[]>("GET", "/invitations", { token });
  for (const { id } of data) await ask("POST", `/invitations/${id}/accept`, { token });
}

/** Somebody who belongs to a club, with a role. */
export async function join(
  club: Club,
  role: number,
  firstName = "Nadia",
): Promise<{ person: Newcomer; token: string; id: string }> {
  const person = newcomer(firstName);
  const body = { type: role === member ? "customer" : "team", role, emails: [person.email] };
  await ask("POST", `/organizations/${club.id}/users`, { token: club.token, body });
  const token = await settle(person);
  await acceptAll(token);
  const { data } = await ask<{ id: string }>("GET", "/auth/user", { token });
  return { person, token, id: data.id };
}

/** The links of the sidebar. */
export const navigation = (page: Page) => page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");

/** The dialog that adds people. */
export const addDialog = (page: Page) => page.getByRole("dialog").filter({ has: page.getByLabel("Emails") });

/** Chooses in a field of several. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole("combobox", { name: label });
  await box.fill(option);
  await page.getByRole("option", { name: option, exact: true }).click();
  await box.press("Escape");
}
