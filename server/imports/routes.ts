import { imports } from "#contract/imports.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { checkBookings, readBookingsAgain, startBookings, uploadBookings } from "./bookings/prepare.ts";
import { listBookingImports, serializeBookingImport, undoBookings } from "./bookings/serialize.ts";
import { importCustomers, readCustomerTable } from "./customers/former-calls.ts";
import { checkCustomers, readCustomersAgain, startCustomers, uploadCustomers } from "./customers/prepare.ts";
import { listCustomerImports, serializeCustomerImport, undoCustomers } from "./customers/serialize.ts";
import { cancelImport, checkImport, startImport, stopImport } from "./prepare.ts";
import { readImportAgain, uploadImport } from "./upload.ts";
import { findImport, forgetImportedCustomers, listImports, serializeImport } from "./queries.ts";

export default serveModule(
  imports,
  {
    list: (call) => listImports(call.db, call.organizationId, call.query, call.t),
    upload: uploadImport,
    read: async (call) =>
      serializeImport(await findImport(call.db, call.organizationId, call.params.importId, "facilities"), call.t),
    readAgain: readImportAgain,
    check: checkImport,
    start: startImport,
    cancel: cancelImport,
    readCustomerTable,
    customers: importCustomers,
    listBookings: listBookingImports,
    uploadBookings,
    readBookings: (call) => serializeBookingImport(call, call.params.bookingImportId),
    readBookingsAgain,
    checkBookings,
    startBookings,
    cancelBookings: (call) => stopImport(call, "bookings", call.params.bookingImportId),
    undoBookings,
    listCustomers: listCustomerImports,
    uploadCustomers,
    readCustomers: (call) => serializeCustomerImport(call, call.params.customerImportId),
    readCustomersAgain,
    checkCustomers,
    startCustomers,
    cancelCustomers: (call) => stopImport(call, "customers", call.params.customerImportId),
    undoCustomers,
  },
  { "customers.forgotten": forgetImportedCustomers },
);
