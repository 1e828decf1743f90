import { notifications } from "#contract/notifications.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listeners } from "./listeners.ts";
import { changePreferences, readPreferences } from "./preferences.ts";
import { addPushDevice, listPushDevices, removePushDevice } from "./push-subscriptions.ts";
import { stopMails } from "./unsubscribe.ts";
import { countOwn, listOwn, markOwnRead, markOwnUnread } from "./read.ts";

export default serveModule(
  notifications,
  {
    list: listOwn,
    count: countOwn,
    read: markOwnRead,
    unread: markOwnUnread,
    preferences: readPreferences,
    changePreferences,
    stopMails,
    pushDevices: listPushDevices,
    subscribe: addPushDevice,
    unsubscribe: removePushDevice,
  },
  listeners,
);
