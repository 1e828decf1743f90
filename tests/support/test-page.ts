/** A club for tests whose public page is open, with a field that is sold. */
import type { LightMyRequestResponse } from "fastify";
import type { TestApp } from "./test-app.ts";
import { createTestClub, type TestClub } from "./test-club.ts";

export interface TestPage extends TestClub {
  slug: string;
  fieldId: string;
  changePage(body: object): ReturnType<TestClub["manager"]>;
  /** @param path below the club's page */
  visit(path?: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

let pages = 0;

export async function createTestPage(testApp: TestApp, draft: object = {}): Promise<TestPage> {
  pages += 1;
  const slug = `open-club-${pages}`;
  const organizationId = await testApp.organization(`Open Club ${pages}`);
  const address = { line1: "42 quai des Berges", postalCode: "69007", city: "Lyon", countryCode: "FR" };
  const club = await createTestClub(testApp, { address, name: "Parc des Berges" }, organizationId);
  const fieldId = await club.addField({ name: "Padel 1", sportIds: [2] });
  await club.addPrices([fieldId], { 60: 2400, 90: 3600 });
  const seller = { legalName: "Club SAS", addressLine: "42 quai des Berges", postalCode: "69007", city: "Lyon" };
  await club.manager("PATCH", club.path(""), { ...seller, phone: "+33 4 72 00 12 34" });
  const changePage: TestPage["changePage"] = (body) => club.manager("PATCH", club.path("/page"), body);
  const opened = { state: "public", slug, publisher: "Camille Martin", language: "fr", ...draft };
  const { status, body } = await changePage(opened);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return {
    ...club,
    ...{ slug, fieldId, changePage },
    visit: (path = "", headers = {}) => testApp.app.inject({ url: `/c/${slug}${path}`, headers }),
  };
}

/** Changes reach the cache of pages by the live changes, which are polled. */
export const changesArrive = () => new Promise((resolve) => setTimeout(resolve, 300));
