/** Steps of an import of bookings, as the manager of a test club takes them. */
import { expect } from "vitest";
import type { BookingImport, BookingImportReport } from "#contract/imports.ts";
import { uploadCsv } from "./csv-upload.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClub } from "./test-club.ts";

/** @param bed as it is in the test that runs */
export function createBookingImports(bed: () => { testApp: TestApp; club: TestClub }) {
  const path = (id = "", rest = "") => bed().club.path(`/import/bookings${id && `/${id}`}${rest}`);
  const send = (content: string, name = "bookings.csv") => {
    const { manager, organizationId } = bed().club;
    return uploadCsv(manager, organizationId, content, name, "bookings");
  };
  const read = async (id: string): Promise<BookingImport> => (await bed().club.manager("GET", path(id))).body.data;
  return {
    path,
    send,
    read,
    async upload(content: string, name?: string): Promise<BookingImport> {
      const { status, body } = await send(content, name);
      expect([status, body.message]).toEqual([201, undefined]);
      return body.data;
    },
    async check({ id, mapping }: BookingImport, more: object = {}): Promise<BookingImportReport> {
      const { status, body } = await bed().club.manager("POST", path(id, "/check"), { mapping, ...more });
      expect([status, body.errors]).toEqual([200, undefined]);
      return body.data;
    },
    async run({ id, mapping }: BookingImport, more: object = {}): Promise<BookingImport> {
      const { status, body } = await bed().club.manager("POST", path(id, "/start"), { mapping, ...more });
      expect([status, body.errors]).toEqual([200, undefined]);
      await bed().testApp.jobs.runAll();
      return read(id);
    },
    async listEvents() {
      const { manager, path: pathOf } = bed().club;
      return (await manager("GET", pathOf("/events?order=start"))).body.data;
    },
  };
}
