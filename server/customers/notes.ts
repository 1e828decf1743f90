/** Notes of the team about a customer. Customers may ask to read them, so the form says so. */
import type { CustomerNote, customers } from "#contract/customers.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findCustomer, lockCustomer } from "./queries.ts";

const selectNotes = (db: Database, organizationId: string, customerId: string) =>
  db
    .selectFrom("customer_notes")
    .innerJoin("users", "users.id", "customer_notes.author_id")
    .selectAll("customer_notes")
    .select(fullNameOf("users").as("author_name"))
    .where("customer_notes.organization_id", "=", organizationId)
    .where("customer_notes.customer_id", "=", customerId);
type Row = Awaited<ReturnType<ReturnType<typeof selectNotes>["executeTakeFirstOrThrow"]>>;

const serializeNote = (row: Row): CustomerNote => ({
  id: row.id,
  text: row.text,
  pinned: row.pinned,
  author: { id: row.author_id, full_name: row.author_name },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const findNote = async (db: Database, organizationId: string, customerId: string, id: string): Promise<CustomerNote> =>
  serializeNote(
    await selectNotes(db, organizationId, customerId)
      .where("customer_notes.id", "=", id)
      .executeTakeFirstOrThrow(notFound),
  );

export async function listNotes({ db, organizationId, params }: Call<typeof customers.notes>): Promise<CustomerNote[]> {
  const { id, organization } = await findCustomer(db, organizationId, params.customerId);
  const rows = await selectNotes(db, organization.id, id)
    .orderBy("customer_notes.pinned", "desc")
    .orderBy("customer_notes.created_at", "desc")
    .orderBy("customer_notes.id", "desc")
    .execute();
  return rows.map(serializeNote);
}

export async function addNote(call: Call<typeof customers.addNote>): Promise<CustomerNote> {
  const { db, now, organizationId, user, params, body } = call;
  const customer = await lockCustomer(db, organizationId, params.customerId);
  const id = uuidv7(now);
  await db
    .insertInto("customer_notes")
    .values({
      organization_id: organizationId,
      id,
      customer_id: customer.id,
      text: body.text,
      pinned: body.pinned,
      author_id: user.id,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return findNote(db, organizationId, customer.id, id);
}

export async function changeNote(call: Call<typeof customers.changeNote>): Promise<CustomerNote> {
  const { db, now, organizationId, params, body } = call;
  const note = await findNote(db, organizationId, params.customerId, params.noteId);
  await db
    .updateTable("customer_notes")
    .set({ ...body, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", note.id)
    .execute();
  return findNote(db, organizationId, params.customerId, note.id);
}

export async function deleteNote(call: Call<typeof customers.deleteNote>): Promise<null> {
  const { db, organizationId, params } = call;
  const note = await findNote(db, organizationId, params.customerId, params.noteId);
  await db
    .deleteFrom("customer_notes")
    .where("organization_id", "=", organizationId)
    .where("id", "=", note.id)
    .execute();
  return null;
}
