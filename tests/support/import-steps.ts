/** Steps of an import of bookings or customers, as the manager of a test club takes them. */
import { expect } from "vitest";
import type { BookingImport, BookingImportReport, CustomerImport, CustomerImportReport } from "#contract/imports.ts";
import { uploadCsv } from "./csv-upload.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClub } from "./test-club.ts";

/** The test that runs. */
type Bed = () => { testApp: TestApp; club: TestClub };
interface AnyImport {
  id: string;
  mapping: readonly (string | null)[];
}

function createImportSteps<Import extends AnyImport, Report>(
  bed: Bed,
  of: "bookings" | "customers",
  to: "bookings" | "customers/files",
) {
  const path = (id = "", rest = "") => bed().club.path(`/import/${of}${id && `/${id}`}${rest}`);
  const send = (content: string, name = `${of}.csv`) => {
    const { manager, organizationId } = bed().club;
    return uploadCsv(manager, organizationId, content, name, to);
  };
  const read = async (id: string): Promise<Import> => (await bed().club.manager("GET", path(id))).body.data;
  return {
    path,
    send,
    read,
    async upload(content: string, name?: string): Promise<Import> {
      const { status, body } = await send(content, name);
      expect([status, body.message]).toEqual([201, undefined]);
      return body.data;
    },
    async check({ id, mapping }: Import, more: object = {}): Promise<Report> {
      const { status, body } = await bed().club.manager("POST", path(id, "/check"), { mapping, ...more });
      expect([status, body.errors]).toEqual([200, undefined]);
      return body.data;
    },
    async run({ id, mapping }: Import, more: object = {}): Promise<Import> {
      const { status, body } = await bed().club.manager("POST", path(id, "/start"), { mapping, ...more });
      expect([status, body.errors]).toEqual([200, undefined]);
      await bed().testApp.jobs.runAll();
      return read(id);
    },
    async undo(id: string): Promise<Import> {
      const { status, body } = await bed().club.manager("POST", path(id, "/undo"), {});
      expect([status, body.message]).toEqual([200, "The import is being undone"]);
      await bed().testApp.jobs.runAll();
      return read(id);
    },
  };
}

export const createBookingImports = (bed: Bed) => ({
  ...createImportSteps<BookingImport, BookingImportReport>(bed, "bookings", "bookings"),
  async listEvents() {
    const { manager, path } = bed().club;
    return (await manager("GET", path("/events?order=start"))).body.data;
  },
});

export const createCustomerImports = (bed: Bed) =>
  createImportSteps<CustomerImport, CustomerImportReport>(bed, "customers", "customers/files");
