import { imports } from "#contract/imports.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { checkBookings, readBookingsAgain, startBookings, uploadBookings } from "./bookings/prepare.ts";
import { listBookingImports, serializeBookingImport } from "./bookings/serialize.ts";
import { startUndo } from "./bookings/undo.ts";
import { importCustomers, readCustomerTable } from "./customers.ts";
import { cancelImport, checkImport, startImport, stopImport } from "./prepare.ts";
import { readImportAgain, uploadImport } from "./upload.ts";
import { findImport, listImports, serializeImport } from "./queries.ts";

export default serveModule(imports, {
  list: (call) => listImports(call.db, call.organizationId, call.query, call.t),
  upload: uploadImport,
  read: async (call) =>
    serializeImport(await findImport(call.db, call.organizationId, call.params.importId, "facilities"), call.t),
  readAgain: readImportAgain,
  check: checkImport,
  start: startImport,
  cancel: cancelImport,
  readCustomers: readCustomerTable,
  customers: importCustomers,
  listBookings: listBookingImports,
  uploadBookings,
  readBookings: (call) => serializeBookingImport(call, call.params.bookingImportId),
  readBookingsAgain,
  checkBookings,
  startBookings,
  cancelBookings: (call) => stopImport(call, "bookings", call.params.bookingImportId),
  undoBookings: startUndo,
});
