/** Organizations of the journeys' own: what is done to their people disturbs nobody else. */
import type { Page } from "./journey-test.ts";
import { callApi, createNewPerson, type NewPerson, registerConfirmed, demoToken } from "./people.ts";

/** An organization whose people a journey may change as it likes. */
export interface Club {
  id: string;
  name: string;
  owner: NewPerson;
  token: string;
}
export const [managerRoleId, staffRoleId, memberRoleId] = [2, 3, 4];
let clubCount = 0;

/** An organization of one's own, whose owner has settled in: what is done to its people disturbs nobody else. */
export async function createClub(): Promise<Club> {
  const owner = createNewPerson("Ambre");
  const name = `Club des Lilas ${process.pid} ${++clubCount}`;
  const body = { name, type: "club", countryId: 250, addOwner: true, emailOwner: owner.email };
  const { data } = await callApi<{ id: string }>("POST", "/organizations", { token: demoToken("admin"), body });
  const token = await registerConfirmed(owner);
  await acceptInvitations(token);
  // Also on site, beside the test provider: not every journey is about money.
  await callApi("PATCH", `/organizations/${data.id}`, { token, body: { paymentOnSite: true } });
  return { id: data.id, name, owner, token };
}

/** Accepts whatever somebody is invited to. */
export async function acceptInvitations(token: string): Promise<void> {
  const { data } = await callApi<{ id: string }[]>("GET", "/invitations", { token });
  for (const { id } of data) await callApi("POST", `/invitations/${id}/accept`, { token });
}

/** Somebody who belongs to a club, with a role. */
export async function addMember(
  club: Club,
  role: number,
  firstName = "Nadia",
): Promise<{ person: NewPerson; token: string; id: string }> {
  const person = createNewPerson(firstName);
  const body = { type: role === memberRoleId ? "customer" : "team", role, emails: [person.email] };
  await callApi("POST", `/organizations/${club.id}/users`, { token: club.token, body });
  const token = await registerConfirmed(person);
  await acceptInvitations(token);
  const { data } = await callApi<{ id: string }>("GET", "/auth/user", { token });
  return { person, token, id: data.id };
}

/** The links of the sidebar. */
export const sidebarLinks = (page: Page) => page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");

/** The dialog that adds people. */
export const addPeopleDialog = (page: Page) => page.getByRole("dialog").filter({ has: page.getByLabel("Emails") });

/** Chooses in a field of several. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole("combobox", { name: label });
  await box.fill(option);
  await page.getByRole("option", { name: option, exact: true }).click();
  await box.press("Escape");
}
