import { imports } from "#contract/imports.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { bookingSteps } from "./bookings/steps.ts";
import { importCustomers, readCustomerTable } from "./customers/former-calls.ts";
import { customerSteps } from "./customers/steps.ts";
import { facilitySteps } from "./facilities-steps.ts";
import { packSteps } from "./packs/steps.ts";
import { subscriptionSteps } from "./subscriptions/steps.ts";
import {
  checkFile,
  listImports,
  readFileAgain,
  readImport,
  startImport,
  startImportUndo,
  uploadFile,
} from "./steps.ts";
import { stopImport } from "./prepare.ts";
import { forgetImportedCustomers } from "./queries.ts";

export default serveModule(
  imports,
  {
    list: (call) => listImports(facilitySteps, call),
    upload: withoutTransaction((call) => uploadFile(facilitySteps, call)),
    read: (call) => readImport(facilitySteps, call, call.params.importId),
    readAgain: withoutTransaction((call) => readFileAgain(facilitySteps, call, call.params.importId)),
    check: withoutTransaction((call) => checkFile(facilitySteps, call, call.params.importId)),
    start: (call) => startImport(facilitySteps, call, call.params.importId),
    cancel: (call) => stopImport(call, "facilities", call.params.importId),
    listBookings: (call) => listImports(bookingSteps, call),
    uploadBookings: withoutTransaction((call) => uploadFile(bookingSteps, call)),
    readBookings: (call) => readImport(bookingSteps, call, call.params.bookingImportId),
    readBookingsAgain: withoutTransaction((call) => readFileAgain(bookingSteps, call, call.params.bookingImportId)),
    checkBookings: withoutTransaction((call) => checkFile(bookingSteps, call, call.params.bookingImportId)),
    startBookings: (call) => startImport(bookingSteps, call, call.params.bookingImportId),
    cancelBookings: (call) => stopImport(call, "bookings", call.params.bookingImportId),
    undoBookings: (call) => startImportUndo(bookingSteps, call, call.params.bookingImportId),
    listCustomers: (call) => listImports(customerSteps, call),
    uploadCustomers: withoutTransaction((call) => uploadFile(customerSteps, call)),
    readCustomers: (call) => readImport(customerSteps, call, call.params.customerImportId),
    readCustomersAgain: withoutTransaction((call) => readFileAgain(customerSteps, call, call.params.customerImportId)),
    checkCustomers: withoutTransaction((call) => checkFile(customerSteps, call, call.params.customerImportId)),
    startCustomers: (call) => startImport(customerSteps, call, call.params.customerImportId),
    cancelCustomers: (call) => stopImport(call, "customers", call.params.customerImportId),
    undoCustomers: (call) => startImportUndo(customerSteps, call, call.params.customerImportId),
    listPacks: (call) => listImports(packSteps, call),
    uploadPacks: withoutTransaction((call) => uploadFile(packSteps, call)),
    readPacks: (call) => readImport(packSteps, call, call.params.packImportId),
    readPacksAgain: withoutTransaction((call) => readFileAgain(packSteps, call, call.params.packImportId)),
    checkPacks: withoutTransaction((call) => checkFile(packSteps, call, call.params.packImportId)),
    startPacks: (call) => startImport(packSteps, call, call.params.packImportId),
    cancelPacks: (call) => stopImport(call, "packs", call.params.packImportId),
    undoPacks: (call) => startImportUndo(packSteps, call, call.params.packImportId),
    listSubscriptions: (call) => listImports(subscriptionSteps, call),
    uploadSubscriptions: withoutTransaction((call) => uploadFile(subscriptionSteps, call)),
    readSubscriptions: (call) => readImport(subscriptionSteps, call, call.params.subscriptionImportId),
    readSubscriptionsAgain: withoutTransaction((call) =>
      readFileAgain(subscriptionSteps, call, call.params.subscriptionImportId),
    ),
    checkSubscriptions: withoutTransaction((call) =>
      checkFile(subscriptionSteps, call, call.params.subscriptionImportId),
    ),
    startSubscriptions: (call) => startImport(subscriptionSteps, call, call.params.subscriptionImportId),
    cancelSubscriptions: (call) => stopImport(call, "subscriptions", call.params.subscriptionImportId),
    undoSubscriptions: (call) => startImportUndo(subscriptionSteps, call, call.params.subscriptionImportId),
    readCustomerTable,
    customers: importCustomers,
  },
  { "customers.forgotten": forgetImportedCustomers },
);
