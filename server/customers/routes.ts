import { forgetCustomersOfAccount } from "./forget.ts";
import { customers } from "#contract/customers.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { ensureCustomerOfUser } from "./booking-customer.ts";
import { archiveCustomer, changeCustomer, createCustomer, restoreCustomer } from "./change.ts";
import { listMerges, mergeCustomers, undoMerge } from "./merge.ts";
import { sendMessage } from "./mail.ts";
import { endRelation, setRelation } from "./relate.ts";
import { addNote, changeNote, deleteNote, listNotes } from "./notes.ts";
import { findCustomer, findCustomerOfUser, listCustomers, listSimilarCustomers, updateOfAccount } from "./queries.ts";

export default serveModule(
  customers,
  {
    list: ({ db, organizationId, query }) => listCustomers(db, organizationId, query),
    similar: ({ db, organizationId, query }) => listSimilarCustomers(db, organizationId, query),
    create: createCustomer,
    ofUser: ({ db, organizationId, params }) => findCustomerOfUser(db, organizationId, params.userId),
    read: ({ db, organizationId, params }) => findCustomer(db, organizationId, params.customerId),
    update: changeCustomer,
    setRelation,
    deleteRelation: endRelation,
    archive: archiveCustomer,
    restore: restoreCustomer,
    merge: mergeCustomers,
    merges: listMerges,
    undoMerge,
    message: sendMessage,
    notes: listNotes,
    addNote,
    changeNote,
    deleteNote,
  },
  {
    "members.joined": async (context, { organizationId, userId }) =>
      void (await ensureCustomerOfUser({ ...context, organizationId }, userId)),
    "accounts.closed": forgetCustomersOfAccount,
    "accounts.changed": async (context, { userId }) => {
      for (const { organization_id: organizationId, id } of await updateOfAccount(context.db, userId, context.now))
        await publish({ ...context, organizationId }, "customers.changed", { customerId: id });
    },
  },
);
