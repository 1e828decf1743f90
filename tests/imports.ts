/** Imports as a person makes them, for tests. */
import { expect } from "vitest";
import type { ImportReport } from "#contract/imports.ts";
import { sendCsv } from "./csv.ts";
import type { Ask, TestHouse } from "./house.ts";

export const importsAt = (organizationId: string, id = "") =>
  `/organizations/${organizationId}/import/facilities${id && `/${id}`}`;

type Mapping = (string | null)[];

/** An organization of its own, with its manager. */
export interface Own {
  house: TestHouse;
  organizationId: string;
  ask: Ask;
}
export async function own(house: TestHouse): Promise<Own> {
  const organizationId = await house.organization("Own");
  return { house, organizationId, ask: house.as(await house.member(organizationId, 2)) };
}

export async function begin({ organizationId, ask }: Own, csv: string | Buffer) {
  const { status, body } = await sendCsv(ask, organizationId, csv);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.data as { id: string; mapping: Mapping; columns: { header: string; samples: string[] }[] };
}

/** Imports a file after a dry run, whose report must be the same. */
export async function bring(
  place: Own,
  csv: string | Buffer,
  change = (mapping: Mapping) => mapping,
): Promise<ImportReport> {
  const { house, organizationId, ask } = place;
  const { id, mapping: guessed } = await begin(place, csv);
  const mapping = change(guessed);
  const at = importsAt(organizationId, id);
  const tried = await ask("POST", `${at}/check`, { mapping });
  expect(tried.status).toBe(200);
  expect((await ask("POST", `${at}/start`, { mapping })).body.message).toBe("Import started");
  await house.jobs.runAll();
  const { data } = (await ask("GET", at)).body;
  expect([data.state, data.progress]).toEqual(["done", data.rows]);
  expect(data.report).toEqual(tried.body.data);
  return data.report as ImportReport;
}

/** Two courts of a park, and a hall. */
export const courts = `facility_id;facility;address;postal code;city;latitude;longitude;parking;showers;field_id;field;sport;indoor/outdoor;lights;capacity
F1;Parc des Sports;12 rue du Stade;69007;Lyon;45,7313;4,8334;40;oui;T1;Court 1;Tennis;extérieur;oui;4
F1;Parc des Sports;12 rue du Stade;69007;Lyon;45,7313;4,8334;40;oui;T2;Court 2;Tennis, padel;outdoor;non;4
F2;Gymnase;;;Bron;;;;;T3;Salle;Salle multisports (gymnase);;;
`;
