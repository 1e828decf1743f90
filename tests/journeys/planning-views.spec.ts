import { type Club, createClub, addMember, memberRoleId, staffRoleId } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

declare global {
  interface Window {
    /** `gridAt`: the grid's top in px, whenever it changed; `saidAtFirst`: text of the second bar in the first frame. */
    gridAt: number[];
    saidAtFirst: string;
  }
}

const date = dateInDays(5);
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const planning = (club: Club, search = "") => `/organizations/${club.id}/planning?date=${date}${search}`;
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const opener = (page: Page) => page.getByRole("button", { name: "Saved views" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Saved views" });
const dialog = (page: Page, name = "Save this view") => page.getByRole("dialog", { name, exact: true });
const view = (page: Page, name: string) => menu(page).getByRole("button", { name, exact: true });
const part = (page: Page, name: string) => menu(page).getByRole("list", { name }).getByRole("listitem");

async function openMenu(page: Page): Promise<void> {
  await opener(page).click();
  await expect(menu(page).getByRole("button", { name: "Save this view" })).toBeVisible();
}
async function openDay(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("grid")).toBeVisible();
  await waitUntilLoaded(page);
}
async function save(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await menu(page).getByRole("button", { name: "Save this view" }).click();
  await dialog(page).getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
}

test("one of the team shares a view, another sees it at once and opens it, and a member has their own alone", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const [one, other, guest] = [
    await addMember(club, staffRoleId),
    await addMember(club, staffRoleId, "Marius"),
    await addMember(club, memberRoleId),
  ];
  const page = await another({ token: one.token });
  const theirs = await another({ token: other.token });
  await openDay(page, planning(club, "&view=day&type=free_play&hide=true&axis=rows"));
  const listens = theirs.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/live"));
  await openDay(theirs, planning(club, "&view=day&colors=status"));
  await listens;

  await test.step("nothing is asked for until the menu opens, which says that there is nothing yet", async () => {
    const loadedUrls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(loadedUrls.filter((name) => /\/views$|saved-view-list|view-dialog/.test(name))).toEqual([]);
    await openMenu(page);
    await expect(menu(page)).toContainText("No views yet");
    await openMenu(theirs);
    await expect(menu(theirs)).toContainText("No views yet");
  });

  await test.step("shared, it is there for the other, whose day it does not change", async () => {
    await menu(page).getByRole("button", { name: "Save this view" }).click();
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    await expectAccessible(page, "the dialog of a view");
    await page.emulateMedia({ colorScheme: "light" });
    await dialog(page).getByLabel("Name").fill("Free play");
    await dialog(page).getByRole("switch", { name: "Share with the team" }).check();
    await page.keyboard.press("Enter");
    await expect(toast(page, "View saved")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(part(theirs, "Shared with the team")).toHaveText(["Free play"]);
    await view(theirs, "Free play").click();
    await expect
      .poll(() => searchOf(theirs))
      .toEqual({ date, view: "day", type: "free_play", hide: "true", axis: "rows" });
    await openMenu(theirs);
    await expect(view(theirs, "Free play")).toHaveAttribute("aria-current", "true");
    await theirs.keyboard.press("Escape");
  });

  await test.step("a name that is taken is told beside the field, and what was typed stays", async () => {
    await openMenu(theirs);
    await menu(theirs).getByRole("button", { name: "Save this view" }).click();
    await dialog(theirs).getByLabel("Name").fill("FREE PLAY");
    await dialog(theirs).getByRole("switch", { name: "Share with the team" }).check();
    await theirs.keyboard.press("Enter");
    const name = dialog(theirs).getByLabel("Name");
    await expect(name).toHaveAccessibleDescription(/Another view has this name already/);
    await expect(name).toHaveValue("FREE PLAY");
    await expect(dialog(theirs).getByRole("switch", { name: "Share with the team" })).toBeChecked();
    await dialog(theirs).getByRole("switch", { name: "Share with the team" }).uncheck();
    await name.press("Enter");
    await expect(dialog(theirs)).toBeHidden();
    await openMenu(theirs);
    await expect(part(theirs, "My views")).toHaveText(["FREE PLAY"]);
    await expectAccessible(theirs, "the menu of views");
    await theirs.keyboard.press("Escape");
    await openMenu(page);
    await expect(part(page, "Shared with the team")).toHaveText(["Free play"]);
    await expect(part(page, "My views")).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("a member sees none of them, and keeps what is theirs", async () => {
    const members = await another({ token: guest.token });
    await openDay(members, planning(club, "&view=week"));
    await openMenu(members);
    await expect(menu(members)).toContainText("No views yet");
    await members.keyboard.press("Escape");
    await save(members, "My week");
    await expect(dialog(members).getByRole("switch")).toHaveCount(0);
    await expect(dialog(members)).toBeHidden();
    await openDay(members, planning(club, "&view=day"));
    await openMenu(members);
    await expect(menu(members).getByRole("listitem")).toHaveText(["My week"]);
    await view(members, "My week").click();
    await expect.poll(() => searchOf(members)).toEqual({ date, view: "week" });
  });
});

test("a view is renamed, made to show something else, kept to oneself and deleted", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await openDay(page, planning(club, "&view=day&colors=status"));
  await save(page, "Colours");
  await expect(dialog(page)).toBeHidden();
  await openDay(page, planning(club, "&view=day&zoom=2"));
  const edit = async (name: string) => {
    await openMenu(page);
    await menu(page)
      .getByRole("button", { name: `Edit ${name}` })
      .click();
  };
  const form = dialog(page, "Edit view");
  await edit("Colours");
  // Wait, because during the opening the page is hidden and the dialog not yet there.
  await expect(form.getByLabel("Name")).toBeFocused();
  await expectAccessible(page, "the dialog that edits a view");
  await page.emulateMedia({ colorScheme: "light" });
  await form.getByLabel("Name").fill("Larger");
  await form.getByRole("switch", { name: "Keep what is shown now" }).check();
  await form.getByRole("switch", { name: "Share with the team" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await openDay(page, planning(club, "&view=month"));
  await openMenu(page);
  await expect(part(page, "Shared with the team")).toHaveText(["Larger"]);
  await view(page, "Larger").click();
  await expect.poll(() => searchOf(page)).toEqual({ date, view: "day", zoom: "2" });

  await edit("Larger");
  // The dialog does not offer a setting that is already on.
  await expect(form.getByRole("switch")).toHaveCount(1);
  await form.getByRole("button", { name: "Delete view" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Larger?" });
  await expect(question).toContainText("Nobody of the team finds it any more");
  await question.getByRole("button", { name: "Delete view" }).click();
  await expect(toast(page, "View deleted")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await openMenu(page);
  await expect(menu(page)).toContainText("No views yet");
});

test("what a browser kept by itself moves to one’s own, once and without loss", async ({ another }) => {
  const club = await createClub();
  const { fieldId } = await createCourt(club);
  const path = `/organizations/${club.id}/views`;
  const body = { name: "week", sight: { view: "week", prices: true } };
  await callApi("POST", path, { token: club.token, body });
  const { data: me } = await callApi<{ id: string }>("GET", "/auth/user", club);
  const page = await another({ token: club.token });
  await openDay(page, planning(club, "&view=day"));
  const storedViews = [
    ["Indoors", "view=day&space=indoor&sportId=3"],
    ["Week", `view=week&fieldId=${fieldId}`],
    ["Phone", "view=list"],
  ];
  const key = `planning.views.${club.id}.${me.id}`;
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    key,
    JSON.stringify(storedViews),
  ] as const);
  const left = () => page.evaluate((name) => localStorage.getItem(name), key);
  const saved = async () =>
    (await callApi<{ name: string; sight: object }[]>("GET", path, club)).data.map(({ name, sight }) => [name, sight]);

  await test.step("what cannot be moved stays, and can be used meanwhile", async () => {
    let count = 0;
    await page.route(`**${path}`, (route) =>
      route.request().method() === "POST" && ++count > 1 ? route.abort() : route.continue(),
    );
    await openMenu(page);
    await expect(part(page, "Only in this browser")).toHaveText(["Week", "Phone"]);
    expect(JSON.parse((await left()) ?? "[]")).toEqual(storedViews.slice(1));
    await view(page, "Phone").click();
    await expect.poll(() => searchOf(page)).toEqual({ date, view: "list" });
    await page.unroute(`**${path}`);
  });

  await openMenu(page);
  await expect(part(page, "My views")).toHaveText(["Indoors", "Phone", "week", "Week 2"]);
  await expect(part(page, "Only in this browser")).toHaveCount(0);
  expect(await left()).toBeNull();
  const all = [
    ["Indoors", { view: "day", space: "indoor", sportId: 3 }],
    ["Phone", { view: "list" }],
    ["week", body.sight],
    ["Week 2", { view: "week", fieldId }],
  ];
  expect(await saved()).toEqual(all);

  await test.step("the same from another browser is there already", async () => {
    const again = await another({ token: club.token });
    await openDay(again, planning(club, "&view=day"));
    await again.evaluate(([name, value]) => localStorage.setItem(name, value), [
      key,
      JSON.stringify(storedViews),
    ] as const);
    await openMenu(again);
    await expect(part(again, "My views")).toHaveCount(4);
    await expect.poll(() => again.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
    expect(await saved()).toEqual(all);
  });
});

test("menu and dialog fit a phone, in French", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const body = {
    name: "Terrains couverts, libres le soir après dix-huit heures",
    isShared: true,
    sight: { view: "list" },
  };
  await callApi("POST", `/organizations/${club.id}/views`, { token: club.token, body });
  const page = await another({ token: club.token, ...telephone, locale: "fr-FR" });
  await page.goto(planning(club));
  await waitUntilLoaded(page);
  await page.getByRole("button", { name: "Vues enregistrées" }).tap();
  const list = page.getByRole("dialog", { name: "Vues enregistrées" });
  await expect(list.getByRole("list", { name: "Partagées avec l’équipe" })).toBeVisible();
  await expectNoOverflow(page, "the menu of views on a phone");
  // The list itself could scroll sideways.
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectAccessible(page, "the menu of views on a phone");
  await list.getByRole("button", { name: /^Modifier Terrains/ }).tap();
  await expect(page.getByRole("dialog", { name: "Modifier la vue" })).toBeVisible();
  await expectNoOverflow(page, "the dialog of a view on a phone");
  await expectAccessible(page, "the dialog of a view on a phone");
});

const screens = [
  // Bars are higher with a coarse pointer.
  { viewport: { width: 1440, height: 900 }, follows: true },
  { viewport: { width: 1366, height: 1024 }, isMobile: true, hasTouch: true, follows: true },
  { viewport: { width: 1024, height: 768 }, follows: false },
  { viewport: { width: 820, height: 1180 }, isMobile: true, hasTouch: true, follows: false },
];

for (const { follows, ...screen } of screens)
  test(`once the grid is seen nothing moves it any more, ${screen.viewport.width} pixels wide`, async ({ another }) => {
    const club = await createClub();
    const court = await createCourt(club);
    await createBooking(club, court, { token: club.token, startTime: toInstant(date, "10:00") });
    // The legend of payments is longest in French.
    const page = await another({ token: club.token, locale: "fr-FR", ...screen });
    await page.goto(`/organizations/${club.id}/facilities`);
    await waitUntilLoaded(page);
    await page.evaluate(
      (address) => {
        window.gridAt = [];
        const look = () => {
          const grid = document.querySelector(".planner");
          const top = grid?.getBoundingClientRect().top;
          if (top !== undefined && window.gridAt.length === 0)
            window.saidAtFirst = document.querySelector("[data-filters]")?.nextElementSibling?.textContent ?? "";
          if (top !== undefined && top !== window.gridAt.at(-1)) window.gridAt.push(top);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        history.pushState({}, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
      },
      planning(club, "&colors=payment"),
    );
    await expect(page.getByRole("combobox", { name: "Couleurs" })).toBeVisible();
    await waitUntilLoaded(page);
    expect(await page.evaluate(() => window.saidAtFirst === "")).toBe(follows);
    expect(await page.evaluate(() => window.gridAt)).toHaveLength(1);
  });
