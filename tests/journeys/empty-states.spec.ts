/** A club without anything: each empty list says what it is for, and offers the next step, or says who can take it. */
import { addMember, type Club, createClub, memberRoleId, staffRoleId } from "./clubs.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

interface EmptyState {
  title: string;
  help: string;
  actions: string[];
}

/** @returns all empty states of the page, at least one */
async function readEmptyStates(page: Page, path: string): Promise<EmptyState[]> {
  await page.goto(path);
  await waitUntilLoaded(page);
  const states = page.locator("[data-empty-state]");
  await expect(states.first(), path).toBeVisible();
  return states.evaluateAll((all) =>
    all.map((one) => {
      const actions = [...one.querySelectorAll("a, button")].map((action) => action.textContent.trim());
      const [title = "", ...rest] = (one as HTMLElement).innerText.split("\n").filter((line) => line.trim() !== "");
      return { title, help: rest.filter((line) => !actions.includes(line.trim())).join(" "), actions };
    }),
  );
}

/** Figures of a period, whose next step is to choose another one above them. */
const isOfPeriod = ({ title }: EmptyState) => title === "Nothing in this period";

const everywhere = [
  "/planning",
  "/planning/print",
  "/events",
  "/events/create",
  "/events?layout=cards",
  "/facilities",
  "/fields",
];
const ofTeam = ["/approvals", "/approvals/decided", "/payments", "/payments/unpaid", "/payments/takings", "/invoices"];
const ofManagers = [
  "/opening-hours",
  "/closures",
  "/closures?past=true",
  "/prices",
  "/settings",
  "/api-keys",
  "/webhooks",
  "/devices",
  "/busy-calendars",
  "/busy-conflicts",
];
const personal = ["/overview", "/my-bookings", "/my-payments"];

const inClub = (club: Club, paths: readonly string[]) => paths.map((path) => `/organizations/${club.id}${path}`);

test("an owner is offered the next step in each empty list", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  for (const path of [...personal, ...inClub(club, [...everywhere, ...ofTeam, ...ofManagers])])
    for (const state of (await readEmptyStates(page, path)).filter((one) => !isOfPeriod(one))) {
      expect.soft(state.help.length, `help at ${path}: ${state.title}`).toBeGreaterThan(20);
      expect.soft(state.actions, `next step at ${path}: ${state.title}`).not.toEqual([]);
    }

  await test.step("within a facility and a field", async () => {
    const create = async (path: string, body: object) =>
      (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;
    const facility = `/facilities/${await create("facilities", { name: "Parc des Lilas" })}`;
    const paths = [`${facility}/fields`, `${facility}/events`, `${facility}/gallery`];
    for (const path of inClub(club, paths))
      for (const { help, actions } of await readEmptyStates(page, path))
        expect.soft([path, help.length > 20, actions.length]).toEqual([path, true, 1]);
  });

  await test.step("and the step leads there", async () => {
    await page.goto(`/organizations/${club.id}/invoices`);
    await page.getByRole("link", { name: "Open the planning" }).click();
    await expect(page).toHaveURL(`/organizations/${club.id}/planning`);
    await page.goto(`/organizations/${club.id}/closures?past=true`);
    await expect(page.getByText("No closure is over yet")).toBeVisible();
  });
});

test("the desk and a member are offered what they may do, and told who does the rest", async ({ another }) => {
  const club = await createClub();
  const staff = await addMember(club, staffRoleId, "Sacha");
  const member = await addMember(club, memberRoleId, "Mia");
  const visits: [token: string, paths: readonly string[]][] = [
    [staff.token, [...personal, ...inClub(club, [...everywhere, ...ofTeam])]],
    [member.token, [...personal, ...inClub(club, everywhere)]],
  ];
  for (const [token, paths] of visits) {
    const page = await another({ token });
    for (const path of paths)
      for (const state of (await readEmptyStates(page, path)).filter((one) => !isOfPeriod(one))) {
        expect.soft(state.help.length, `help at ${path}: ${state.title}`).toBeGreaterThan(20);
        const isHelped = state.actions.length > 0 || state.help.includes("Owners and managers");
        expect.soft(isHelped, `next step at ${path}: ${state.title}`).toBe(true);
      }
    await page.goto("/invitations");
    await expect(
      page.getByText(/^Give this address to a club, and it can invite you: \S+@journeys\.test$/),
    ).toBeVisible();
  }

  await test.step("nobody is offered what they may not do", async () => {
    const page = await another({ token: staff.token });
    for (const path of inClub(club, ["/fields", "/facilities", "/approvals"])) {
      const [state] = await readEmptyStates(page, path);
      expect(state?.actions).toEqual([]);
    }
  });
});
