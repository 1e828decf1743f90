/** Ledger of acknowledged writes, and its comparison with the database: each must be there once. */
import pg from "pg";

export interface Ledger {
  /** Ids by the name of the booking, which no other booking has. */
  bookings: Map<string, string>;
  /** Events and amounts in cents, by the id of the payment. */
  payments: Map<string, { eventId: string; amount: number }>;
  /** Addresses that are mailed once each. */
  mails: Set<string>;
}

export const createLedger = (): Ledger => ({ bookings: new Map(), payments: new Map(), mails: new Set() });

export interface Comparison {
  acknowledged: { bookings: number; payments: number; mails: number };
  /** Acknowledged, and not there or not as acknowledged. */
  lost: string[];
  /** There more often than it was asked for. */
  double: string[];
}

async function readRows<R extends object>(client: pg.Client, text: string, values: unknown[]): Promise<R[]> {
  return (await client.query<R>(text, values)).rows;
}

async function compareBookings(client: pg.Client, { bookings }: Ledger, result: Comparison): Promise<void> {
  const rows = await readRows<{ id: string; name: string; status: string }>(
    client,
    "select id, name, status from events where name like 'Fault %'",
    [],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [name, id] of bookings) {
    const row = byId.get(id);
    if (!row || row.name !== name || row.status !== "approved") result.lost.push(`booking ${name} ${id}`);
  }
  const counts = Map.groupBy(rows, ({ name }) => name);
  for (const [name, same] of counts) if (same.length > 1) result.double.push(`${same.length} bookings ${name}`);
}

async function comparePayments(client: pg.Client, { payments }: Ledger, result: Comparison): Promise<void> {
  const rows = await readRows<{ id: string; event_id: string; amount: number; status: string; invoices: number }>(
    client,
    `select payments.id, event_id, amount, payments.status, (
       select count(*)::int from invoices
       where invoices.organization_id = payments.organization_id and invoices.payment_id = payments.id
     ) as invoices
     from payments join events on events.organization_id = payments.organization_id and events.id = event_id
     where events.name like 'Fault %'`,
    [],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { eventId, amount }] of payments) {
    const row = byId.get(id);
    if (!row || row.event_id !== eventId || row.amount !== amount || row.status !== "succeeded")
      result.lost.push(`payment ${id}`);
    else if (row.invoices === 0) result.lost.push(`invoice of payment ${id}`);
  }
  for (const [eventId, same] of Map.groupBy(rows, (row) => row.event_id))
    if (same.length > 1) result.double.push(`${same.length} payments of event ${eventId}`);
  for (const { id, invoices } of rows) if (invoices > 1) result.double.push(`${invoices} invoices of payment ${id}`);
}

/** Numbers of invoices have no gap: a gap is a number that was given to nothing. */
async function findGaps(client: pg.Client, result: Comparison): Promise<void> {
  const rows = await readRows<{ prefix: string; first: number; last: number; count: number }>(
    client,
    `select organization_id || ' ' || regexp_replace(number, '\\d+$', '') as prefix, count(*)::int as count,
       min(substring(number from '\\d+$')::int) as first, max(substring(number from '\\d+$')::int) as last
     from invoices group by 1`,
    [],
  );
  for (const { prefix, first, last, count } of rows)
    if (last - first + 1 !== count) result.lost.push(`numbers of invoices ${prefix}: ${first} to ${last} are ${count}`);
}

async function compareMails(
  client: pg.Client,
  { mails }: Ledger,
  { result, deliveries }: { result: Comparison; deliveries: Deliveries | undefined },
): Promise<void> {
  const rows = await readRows<{ recipient: string; count: number; state: string }>(
    client,
    `select recipient, count(*)::int as count, min(status || ', tries: ' || tries) as state
     from emails where recipient like 'fault-%' group by recipient`,
    [],
  );
  const found = new Map(rows.map((row) => [row.recipient, row]));
  for (const recipient of mails) {
    const row = found.get(recipient);
    if (!row) result.lost.push(`mail to ${recipient}`);
    if (!deliveries) continue;
    const count = deliveries.counts.get(recipient) ?? 0;
    if (count === 0) result.lost.push(`mail to ${recipient}, which was not delivered (${row?.state})`);
    if (count > 1 && !deliveries.mayRepeat) result.double.push(`mail to ${recipient}, delivered ${count} times`);
  }
  for (const { recipient, count } of rows) if (count > 1) result.double.push(`${count} mails to ${recipient}`);
}

export interface Deliveries {
  /** By recipient. */
  counts: ReadonlyMap<string, number>;
  /** Whether a server was killed, which may have been between the mail server's answer and its note: SMTP cannot ask. */
  mayRepeat: boolean;
}

/** Compares with the rows, and with what the mail server received where there is one. */
export async function compareLedger(databaseUrl: string, ledger: Ledger, deliveries?: Deliveries): Promise<Comparison> {
  const { bookings, payments, mails } = ledger;
  const acknowledged = { bookings: bookings.size, payments: payments.size, mails: mails.size };
  const result: Comparison = { acknowledged, lost: [], double: [] };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await compareBookings(client, ledger, result);
    await comparePayments(client, ledger, result);
    await findGaps(client, result);
    await compareMails(client, ledger, { result, deliveries });
  } finally {
    await client.end();
  }
  return result;
}
