/** Counts ahead of whoever looks: all that changed, and for each organization the dates since its first event. */
import { onEach } from "#server/kit/each.ts";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { dateIn } from "#server/kit/timezone.ts";
import { sumUp } from "./everywhere.ts";
import { refresh } from "./refresh.ts";

/** So much before today at the least, and so much after it. */
const [daysBack, daysAhead] = [62, 31];

async function countOf(house: House, organizationId: string, timezone: string): Promise<void> {
  const today = Temporal.PlainDate.from(dateIn(timezone, house.clock.now()));
  const first = await house.db
    .selectFrom("events")
    .select("start_time")
    .where("organization_id", "=", organizationId)
    .orderBy("start_time")
    .limit(1)
    .executeTakeFirst();
  const usual = today.subtract({ days: daysBack }).toString();
  const began = first ? dateIn(timezone, first.start_time) : usual;
  const period = { from: began < usual ? began : usual, to: today.add({ days: daysAhead }).toString() };
  await refresh(house, organizationId, period, timezone);
}

const countAll: Job = {
  name: "overview.count",
  sweep: "* * * * *",
  retries: 0,
  async run(house) {
    const organizations = await house.db
      .selectFrom("organizations")
      .select(["id", "timezone"])
      .where("archived_at", "is", null)
      .orderBy("id")
      .execute();
    try {
      const count = ({ id, timezone }: (typeof organizations)[number]) => countOf(house, id, timezone);
      await onEach(organizations, count, "organizations could not be counted");
    } finally {
      await sumUp(house);
    }
  },
};

export default [countAll];
