import { createClub } from "./clubs.ts";
import { expect, test, type Page } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

async function prepare() {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const add = async (firstName: string, lastName: string) => {
    const body = { firstName, lastName };
    return (await callApi<{ id: string }>("POST", `${base}/customers`, { token: club.token, body })).data.id;
  };
  const childId = await add("Léa", "Petit");
  await add("Marc", "Petit");
  await add("Nadia", "Roche");
  return { token: club.token, base, childId };
}

const words = {
  en: {
    ...{ people: "People", add: "Add a person", who: "Who", save: "Save", remove: "Remove" },
    ...{ rights: /Marc Petit books, pays,? and reads the mails for Léa Petit/, less: /Marc Petit books and reads/ },
    ...{ pays: "Pays", child: "Child", change: "Change Marc Petit", removeName: "Remove Marc Petit" },
    ...{ warning: /From now on this person is asked for what Léa Petit owes/, books: "Books" },
    ...{ ends: /Marc Petit no longer pays for Léa Petit/, taken: /Marc Petit pays for Léa Petit already/ },
    discard: "Discard",
    none: "No people yet.",
  },
  fr: {
    ...{ people: "Personnes liées", add: "Ajouter une personne", who: "Qui", save: "Enregistrer", remove: "Retirer" },
    ...{ rights: /Marc Petit réserve, paie et lit les e-mails pour Léa Petit/, less: /Marc Petit réserve et lit/ },
    ...{ pays: "Paie", child: "Enfant", change: "Modifier Marc Petit", removeName: "Retirer Marc Petit" },
    ...{ warning: /Désormais, ce que Léa Petit doit est demandé à cette personne/, books: "Réserve" },
    ...{ ends: /Marc Petit ne paie plus pour Léa Petit/, taken: /Marc Petit paie déjà pour Léa Petit/ },
    ...{ none: "Personne n’est lié à ce client.", discard: "Abandonner" },
  },
};

async function choosePerson(page: Page, who: string, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox", { name: who }).fill(name);
  await page.getByRole("option", { name }).click();
}

async function relate(page: Page, club: Awaited<ReturnType<typeof prepare>>, t: (typeof words)["en"]): Promise<void> {
  const people = page.getByRole("list", { name: t.people });
  const dialog = page.getByRole("dialog");

  await test.step("a guardian is added, and the form says what changes", async () => {
    await page.goto(`${club.base}/customers/${club.childId}`);
    await expect(page.getByText(t.none)).toBeVisible();
    await page.getByRole("button", { name: t.add }).click();
    await expect(dialog).toContainText(t.warning);
    await expectAccessible(page, "the form of a person");
    await expectNoOverflow(page, "the form of a person");
    await choosePerson(page, t.who, "Marc Petit");
    await dialog.getByRole("button", { name: t.save }).click();
    await expect(dialog).toBeHidden();
    await expect(people).toContainText(t.rights);
    await expectAccessible(page, "the people of a customer");
    await expectNoOverflow(page, "the people of a customer");
  });

  await test.step("a second payer is refused beside the switch, and what is chosen stays", async () => {
    await page.getByRole("button", { name: t.add }).click();
    await choosePerson(page, t.who, "Nadia Roche");
    await dialog.getByRole("button", { name: t.save }).click();
    await expect(dialog).toContainText(t.taken);
    await expect(dialog.getByRole("combobox", { name: t.who })).toHaveValue(/Nadia Roche/);
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: t.discard }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the page of the guardian shows the child, and the relation is changed there", async () => {
    await people.getByRole("link", { name: "Marc Petit" }).click();
    await expect(people).toContainText(t.child);
    await people.getByRole("button", { name: t.change.replace("Marc", "Léa") }).click();
    await dialog.getByRole("switch", { name: t.pays }).click();
    await expect(dialog).toContainText(t.ends);
    await dialog.getByRole("button", { name: t.save }).click();
    await expect(dialog).toBeHidden();
    await expect(people).toContainText(t.less);
  });

  await test.step("it is removed after a question", async () => {
    await people.getByRole("button", { name: t.removeName.replace("Marc", "Léa") }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: t.remove }).click();
    await expect(page.getByText(t.none)).toBeVisible();
  });
}

test("the desk says who pays, books and reads mails for whom, and both pages show it", async ({ another }) => {
  const club = await prepare();
  await relate(await another({ token: club.token }), club, words.en);
});

test.describe("en français", () => {
  test.use({ locale: "fr-FR" });
  test("l’accueil indique sur un téléphone qui paie, réserve et lit les e-mails pour qui", async ({ another }) => {
    const club = await prepare();
    const page = await another({ token: club.token, locale: "fr-FR" });
    await page.setViewportSize({ width: 390, height: 844 });
    await relate(page, club, words.fr);
  });
});
