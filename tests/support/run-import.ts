/** Runs a whole import for tests: upload, mapping, job. */
import { expect } from "vitest";
import type { ImportReport } from "#contract/imports.ts";
import { uploadCsv } from "./csv-upload.ts";
import type { ApiCall, TestApp } from "./test-app.ts";

export const importPath = (organizationId: string, id = "") =>
  `/organizations/${organizationId}/import/facilities${id && `/${id}`}`;

type Mapping = (string | null)[];

export interface ImportOrganization {
  testApp: TestApp;
  organizationId: string;
  api: ApiCall;
}
export async function createImportOrganization(testApp: TestApp): Promise<ImportOrganization> {
  const organizationId = await testApp.organization("Own");
  return { testApp, organizationId, api: testApp.as(await testApp.member(organizationId, 2)) };
}

export async function uploadImport({ organizationId, api }: ImportOrganization, csv: string | Buffer) {
  const { status, body } = await uploadCsv(api, organizationId, csv);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.data as { id: string; mapping: Mapping; columns: { header: string; samples: string[] }[] };
}

/** Runs a dry run, then the import; both reports must be the same. */
export async function runImport(
  place: ImportOrganization,
  csv: string | Buffer,
  change = (mapping: Mapping) => mapping,
): Promise<ImportReport> {
  const { testApp, organizationId, api } = place;
  const { id, mapping: guessed } = await uploadImport(place, csv);
  const mapping = change(guessed);
  const at = importPath(organizationId, id);
  const tried = await api("POST", `${at}/check`, { mapping });
  expect(tried.status).toBe(200);
  expect((await api("POST", `${at}/start`, { mapping })).body.message).toBe("Import started");
  await testApp.jobs.runAll();
  const { data } = (await api("GET", at)).body;
  expect([data.state, data.progress]).toEqual(["done", data.rows]);
  expect(data.report).toEqual(tried.body.data);
  return data.report as ImportReport;
}

export const courtsCsv = `facility_id;facility;address;postal code;city;latitude;longitude;parking;showers;field_id;field;sport;indoor/outdoor;lights;capacity
F1;Parc des Sports;12 rue du Stade;69007;Lyon;45,7313;4,8334;40;oui;T1;Court 1;Tennis;extérieur;oui;4
F1;Parc des Sports;12 rue du Stade;69007;Lyon;45,7313;4,8334;40;oui;T2;Court 2;Tennis, padel;outdoor;non;4
F2;Gymnase;;;Bron;;;;;T3;Salle;Salle multisports (gymnase);;;
`;
