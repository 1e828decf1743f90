import { calendars } from "#contract/calendars.ts";
import { findField } from "#server/fields/queries.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { sendFeed } from "./icalendar-feed.ts";
import { rotateFeedSecret } from "./rotate-secret.ts";
import { deleteCalendar, deleteFieldFeed, findCalendar, listFieldFeeds } from "./queries.ts";

export default serveModule(
  calendars,
  {
    mine: ({ db, user }) => findCalendar(db, { userId: user.id }),
    renewMine: (call) => rotateFeedSecret(call, { userId: call.user.id }),
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
      return rotateFeedSecret(call, { organizationId: call.organizationId, fieldId: id });
    },
    async revokeField(call) {
      const { id } = await findField(call.db, call, call.params.fieldId);
      await deleteCalendar(call.db, { organizationId: call.organizationId, fieldId: id });
      return null;
    },
    list: ({ db, organizationId }) => listFieldFeeds(db, organizationId),
    async revoke({ db, organizationId, params, record }) {
      const fieldId = await deleteFieldFeed(db, organizationId, params.calendarId);
      record({ subjectId: fieldId ?? params.calendarId });
      return null;
    },
    feed: sendFeed,
  },
  { "accounts.closed": ({ db }, { userId }) => deleteCalendar(db, { userId }) },
);
