/** Finds shared bookings whose parts are not their price, or whose shares say something else than the booking does. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";

interface SplitRow {
  event_id: string;
  status: string;
  price: number;
  shared: number;
  own: number;
  each: number;
  is_settled: boolean;
  /** The amount of the booking's own charge. */
  amount: number | null;
  paid: number;
  shares: number;
  count: number;
  others: number;
  own_parts: number;
  /** Charges that pay for more players than they have shares. */
  overfull: number;
  /** Players who come and whose part nobody owes, or two do. */
  unequal: number;
  is_due_elsewhere: boolean;
}

/** @returns a sentence for each fault; none if everything adds up */
export async function listShareFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<SplitRow>`
    select splits.event_id, events.status, events.price, events.shared, splits.own, splits.each, events.paid,
      splits.settled_at is not null as is_settled, booking.amount, splits.own_parts,
      (coalesce(events.people, fields.max_people_by_event) - 1)::int as others,
      (select coalesce(sum(share.amount), 0)::int from charges as share where share.organization_id = events.organization_id
        and share.share_of = events.id and share.void_reason is null) as shares,
      (select coalesce(sum(share.quantity), 0)::int from charges as share where share.organization_id = events.organization_id
        and share.share_of = events.id and share.void_reason is null) as count,
      (select count(*)::int from charges as share where share.organization_id = events.organization_id
        and share.share_of = events.id and share.void_reason is null
        and share.quantity < (select count(*) from event_participants as player
          where player.organization_id = share.organization_id and player.payer_charge_id = share.id)) as overfull,
      abs((select count(*)::int from event_participants as player where player.organization_id = events.organization_id
        and player.event_id = events.id and player.state = 'accepted')
        - (select coalesce(sum(share.quantity), 0)::int from charges as share where share.organization_id = events.organization_id
          and share.share_of = events.id and share.void_reason is null)
        - (select count(*)::int from event_participants as player where player.organization_id = events.organization_id
          and player.payer_charge_id = booking.id)) as unequal,
      exists (select from charges as share where share.organization_id = events.organization_id
        and share.share_of = events.id and share.void_reason is null and share.due_at <> events.start_time) as is_due_elsewhere
    from event_splits as splits
    join events on events.organization_id = splits.organization_id and events.id = splits.event_id
    join fields on fields.organization_id = events.organization_id and fields.id = events.field_id
    left join charges as booking on booking.organization_id = events.organization_id and booking.event_id = events.id`.execute(
    db,
  );
  return rows.flatMap((row) => {
    if (row.status === "canceled" || row.status === "rejected") return [];
    const open = row.is_settled ? 0 : Math.max(0, row.others - row.count - (row.own_parts - 1)) * row.each;
    return [
      ...(row.own + row.shares + open === row.price
        ? []
        : [`${row.event_id}: ${row.own} + ${row.shares} + ${open} for ${row.price}`]),
      ...(row.price - row.shared === row.own ? [] : [`${row.event_id}: shared ${row.shared}, own ${row.own}`]),
      ...(row.amount === Math.max(row.own, 0) || row.paid > row.own
        ? []
        : [`${row.event_id}: charged ${row.amount} for ${row.own}`]),
      ...(row.overfull > 0 ? [`${row.event_id}: a charge pays for more players than it has shares`] : []),
      ...(row.unequal > 0 && !row.is_settled && row.each > 0
        ? [`${row.event_id}: ${row.unequal} players more or less than shares`]
        : []),
      ...(row.is_due_elsewhere ? [`${row.event_id}: a share is due on another day`] : []),
    ];
  });
}
