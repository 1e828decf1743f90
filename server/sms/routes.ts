import { sms } from "#contract/sms.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listeners } from "./listeners.ts";
import { changeSettings, readSettings } from "./settings.ts";

export default serveModule(
  sms,
  {
    read: async (call) => (call.organizationId === ALL_ORGANIZATIONS ? null : readSettings(call)),
    update: changeSettings,
  },
  listeners,
);
