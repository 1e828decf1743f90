import { devices } from "#contract/devices.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { readAccessCode } from "./access-code.ts";
import { changeDevice, createDevice, deleteDevice, listMessages, rotateSecret, sendTest } from "./change.ts";
import { listeners } from "./checks.ts";
import { findDevice, listDevices } from "./queries.ts";

export default serveModule(
  devices,
  {
    list: listDevices,
    create: createDevice,
    read: (call) => findDevice(call, call.params.deviceId),
    update: changeDevice,
    delete: deleteDevice,
    test: sendTest,
    rotate: rotateSecret,
    messages: listMessages,
    accessCode: readAccessCode,
  },
  listeners,
);
