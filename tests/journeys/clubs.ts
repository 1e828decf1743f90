/** Organizations created by journeys, so that changes do not affect other journeys. */
import type { Page } from "./journey-test.ts";
import { callApi, createNewPerson, type NewPerson, registerConfirmed, demoToken } from "./people.ts";

export interface Club {
  id: string;
  name: string;
  owner: NewPerson;
  token: string;
}
export const [managerRoleId, staffRoleId, memberRoleId] = [2, 3, 4];
let clubCount = 0;

/** May take money. */
const completeSeller = {
  legalName: "Association des Lilas",
  addressLine: "3 rue des Lilas",
  postalCode: "69008",
  city: "Lyon",
  isUnregistered: true,
  vatProfile: "standard",
  vatNumberPending: true,
};

/** @param seller without any, no money can be taken */
export async function createClub(seller: object = completeSeller): Promise<Club> {
  const owner = createNewPerson("Ambre");
  const name = `Club des Lilas ${process.pid} ${++clubCount}`;
  const body = { name, type: "club", countryId: 250, addOwner: true, emailOwner: owner.email };
  const { data } = await callApi<{ id: string }>("POST", "/organizations", { token: demoToken("admin"), body });
  const token = await registerConfirmed(owner);
  await acceptInvitations(token);
  // Also allow payment on site, so that journeys need not pay online.
  const settings = { ...seller, paymentOnSite: true };
  await callApi("PATCH", `/organizations/${data.id}`, { token, body: settings });
  return { id: data.id, name, owner, token };
}

export async function acceptInvitations(token: string): Promise<void> {
  const { data } = await callApi<{ id: string }[]>("GET", "/invitations", { token });
  for (const { id } of data) await callApi("POST", `/invitations/${id}/accept`, { token });
}

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

export const sidebarLinks = (page: Page) => page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");

export const addPeopleDialog = (page: Page) => page.getByRole("dialog", { name: /^Add / });

export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole("combobox", { name: label });
  await box.fill(option);
  await page.getByRole("option", { name: option, exact: true }).click();
  await box.press("Escape");
}
