import { calendars } from "#contract/calendars.ts";
import { findField } from "#server/fields/queries.ts";
import { serve } from "#server/kit/serve.ts";
import { sendFeed } from "./feed.ts";
import { renew } from "./renew.ts";
import { deleteCalendar, findCalendar } from "./queries.ts";

export default serve(calendars, {
  mine: ({ db, user }) => findCalendar(db, { userId: user.id }),
  renewMine: (call) => renew(call, { userId: call.user.id }),
  async revokeMine({ db, user }) {
    await deleteCalendar(db, { userId: user.id });
    return null;
  },
  async field(call) {
    const { id, organization } = await findField(call.db, call, call.params.fieldId);
    return findCalendar(call.db, { organizationId: organization.id, fieldId: id });
  },
  async renewField(call) {
    const { id } = await findField(call.db, call, call.params.fieldId);
    return renew(call, { organizationId: call.organizationId, fieldId: id });
  },
  async revokeField(call) {
    const { id } = await findField(call.db, call, call.params.fieldId);
    await deleteCalendar(call.db, { organizationId: call.organizationId, fieldId: id });
    return null;
  },
  feed: sendFeed,
});
