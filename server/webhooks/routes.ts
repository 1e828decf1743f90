import { webhooks } from "#contract/webhooks.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from "./change.ts";
import { listDeliveries, replayDelivery, replaySpan, sendTest } from "./deliveries.ts";
import { listeners } from "./facts.ts";
import { findWebhook, listWebhooks } from "./queries.ts";

export default serveModule(
  webhooks,
  {
    list: listWebhooks,
    create: createWebhook,
    read: (call) => findWebhook(call, call.params.webhookId),
    update: changeWebhook,
    delete: deleteWebhook,
    test: sendTest,
    rotate: rotateSecret,
    deliveries: listDeliveries,
    replay: replayDelivery,
    replaySpan,
  },
  listeners,
);
