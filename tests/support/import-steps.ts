/** Steps of an import of bookings, customers, packs or memberships, as the manager of a test club takes them. */
import { expect } from "vitest";
import type {
  BookingImport,
  BookingImportReport,
  CustomerImport,
  CustomerImportReport,
  PackImport,
  PackImportReport,
  SubscriptionImport,
  SubscriptionImportReport,
} from "#contract/imports.ts";
import { uploadCsv } from "./csv-upload.ts";
import { monday, type TestApp } from "./test-app.ts";
import { createTestClub, type TestClub } from "./test-club.ts";

/** A club of its own for the next test, on a Monday. */
export async function createImportClub(testApp: TestApp): Promise<TestClub> {
  testApp.clock.set(monday);
  return createTestClub(testApp, {}, await testApp.organization("Club"));
}

/** The test that runs. */
type Bed = () => { testApp: TestApp; club: TestClub };
interface AnyImport {
  id: string;
  mapping: readonly (string | null)[];
}

function createImportSteps<Import extends AnyImport, Report>(
  bed: Bed,
  of: "bookings" | "customers" | "packs" | "subscriptions",
  to: "bookings" | "customers/files" | "packs" | "subscriptions",
) {
  const path = (id = "", rest = "") => bed().club.path(`/import/${of}${id && `/${id}`}${rest}`);
  const send = (content: string, name = `${of}.csv`) => {
    const { manager, organizationId } = bed().club;
    return uploadCsv(manager, organizationId, content, name, to);
  };
  const read = async (id: string): Promise<Import> => (await bed().club.manager("GET", path(id))).body.data;
  async function upload(content: string, name?: string): Promise<Import> {
    const { status, body } = await send(content, name);
    expect([status, body.message]).toEqual([201, undefined]);
    return body.data;
  }
  async function run({ id, mapping }: Import, more: object = {}): Promise<Import> {
    const { status, body } = await bed().club.manager("POST", path(id, "/start"), { mapping, ...more });
    expect([status, body.errors]).toEqual([200, undefined]);
    await bed().testApp.jobs.runAll();
    return read(id);
  }
  return {
    path,
    send,
    read,
    upload,
    run,
    runFile: async (content: string, more?: object): Promise<Import> => run(await upload(content), more),
    async check({ id, mapping }: Import, more: object = {}): Promise<Report> {
      const { status, body } = await bed().club.manager("POST", path(id, "/check"), { mapping, ...more });
      expect([status, body.errors]).toEqual([200, undefined]);
      return body.data;
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

export const createPackImports = (bed: Bed) => createImportSteps<PackImport, PackImportReport>(bed, "packs", "packs");

export const createSubscriptionImports = (bed: Bed) =>
  createImportSteps<SubscriptionImport, SubscriptionImportReport>(bed, "subscriptions", "subscriptions");
