/** Doors and lights that follow the life of a booking: devices of an organization, and the access code of a booking. */
import * as z from "zod/mini";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  ListQuery,
  nameLine,
  noData,
  page,
  partialOf,
  patch,
  post,
  toSingleLine,
} from "./kit.ts";
import { webhookFailures } from "./webhooks.ts";
import type { MessageKey } from "#messages/keys.ts";

/** Limit for each organization. */
export const MAX_DEVICES = 100;
export const MAX_DEVICE_FIELDS = 200;
export const MAX_DEVICE_MINUTES = 240;
/** The code is shown to who booked from this long before the start. */
export const CODE_SHOWN_MS = 3_600_000;
/** The team is told of a device that has not accepted from this long before the start. */
export const DEVICE_WARNING_MS = 600_000;

/** `access` is told of codes (`grant`, `revoke`), `switch` is turned `on` and `off`. */
export const devicePurposes = ["access", "switch"] as const;
export type DevicePurpose = (typeof devicePurposes)[number];
/** `file` is for trials: the demo has it, other servers where their settings allow it. */
export const deviceAdapters = ["http", "mqtt", "file"] as const;
export type DeviceAdapter = (typeof deviceAdapters)[number];
export const deviceActions = ["grant", "revoke", "on", "off", "test"] as const;
export type DeviceAction = (typeof deviceActions)[number];
/** `replaced`: another message has taken its place. `not_needed`: another booking goes on. */
export const deviceMessageStatuses = ["waiting", "accepted", "unanswered", "replaced", "not_needed"] as const;
export type DeviceMessageStatus = (typeof deviceMessageStatuses)[number];
/** Why an attempt got no answer; `refused`: by the MQTT server. */
export const deviceFailures = [...webhookFailures, "refused"] as const;
export type DeviceFailure = (typeof deviceFailures)[number];

const minutes = z.int().check(z.gte(0), z.lte(MAX_DEVICE_MINUTES));
/** Without the signs that MQTT keeps for subscriptions. */
const topicPattern = /^[^+#/$\p{Cc}][^+#\p{Cc}]*$/u;

export const DeviceDraft = z.strictObject({
  name: nameLine(),
  purpose: z.enum(devicePurposes),
  adapter: z.enum(deviceAdapters),
  /** `https` for `http`, `mqtts` for `mqtt`; in the demo also `http://localhost` and `mqtt://localhost`. None for `file`. */
  url: z._default(z.nullable(z.url({ protocol: /^(?:https?|mqtts?)$/ }).check(z.maxLength(500))), null),
  /** MQTT topics begin with it. */
  topic: z._default(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(200),
          z.regex(topicPattern, { error: "devices.topicInvalid" satisfies MessageKey }),
        ),
    ),
    null,
  ),
  username: z._default(z.nullable(z.string().check(toSingleLine, z.trim(), z.maxLength(200))), null),
  /** Never shown again. Null removes it. */
  password: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(200))), null),
  fieldIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_DEVICE_FIELDS)),
  /** Before the start of a booking. */
  leadMinutes: z._default(minutes, 0),
  /** After its end. */
  lagMinutes: z._default(minutes, 0),
  active: z._default(z.boolean(), true),
});
export type DeviceDraft = z.infer<typeof DeviceDraft>;
/** Purpose and way stay: another device takes another record. */
export const DeviceChange = partialOf(z.omit(DeviceDraft, { purpose: true, adapter: true }));
export type DeviceChange = z.infer<typeof DeviceChange>;

const LastAnswer = z.object({
  at: instant,
  durationMs: z.nullable(z.int()),
  /** Status of the HTTP answer; null without one. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.enum(deviceFailures)),
  /** The first kilobyte, without the code. */
  answer: z.nullable(z.string()),
});

export const Device = z.object({
  id,
  name: z.string(),
  purpose: z.enum(devicePurposes),
  adapter: z.enum(deviceAdapters),
  url: z.nullable(z.string()),
  topic: z.nullable(z.string()),
  username: z.nullable(z.string()),
  hasPassword: z.boolean(),
  fieldIds: z.array(id),
  leadMinutes: z.int(),
  lagMinutes: z.int(),
  active: z.boolean(),
  /** It has accepted nothing since; null after it has. */
  failingSince: z.nullable(instant),
  /** Until then the secret before the last rotation signs as well. */
  formerSecretUntil: z.nullable(instant),
  /** Messages that are due and not accepted yet. */
  waiting: z.int(),
  lastAnswer: z.nullable(LastAnswer),
  created_at: instant,
});
export type Device = z.infer<typeof Device>;

export const NewDevice = z.extend(Device, {
  /** `whsec_…`, in this answer alone; null for a device that is told otherwise than by HTTP. */
  secret: z.nullable(z.string()),
});
export type NewDevice = z.infer<typeof NewDevice>;

export const DeviceMessage = z.object({
  /** Sent as `webhook-id`, the same in each attempt. */
  id,
  action: z.enum(deviceActions),
  status: z.enum(deviceMessageStatuses),
  /** The booking; null for a test. */
  eventId: z.nullable(id),
  from: z.nullable(instant),
  to: z.nullable(instant),
  dueAt: instant,
  /** Null unless it waits. */
  nextAttemptAt: z.nullable(instant),
  tries: z.int(),
  lastAnswer: z.nullable(LastAnswer),
  created_at: instant,
});
export type DeviceMessage = z.infer<typeof DeviceMessage>;

export const AccessCode = z.object({
  /** `none`: no device of its field opens by code. `later`: who booked sees it from `shownFrom` on. `over`: it is no longer good. */
  state: z.enum(["none", "later", "shown", "over"]),
  /** Six digits; null where the caller may not see it yet or any more, and for the moment until it is made. */
  code: z.nullable(z.string()),
  shownFrom: instant,
  validFrom: instant,
  validTo: instant,
  /** The devices that open, with whether they have accepted the code. */
  devices: z.array(z.object({ name: z.string(), isAccepted: z.boolean() })),
});
export type AccessCode = z.infer<typeof AccessCode>;

const all = "/organizations/{organizationId}/devices";
const one = `${all}/{deviceId}` as const;

export const devices = defineModule("devices", {
  list: get(all, {
    allow: "organizations.update",
    summary: "Doors and lights, by name",
    returns: z.array(Device),
  }),
  create: post(all, {
    allow: "organizations.update",
    summary: `Make a device, ${MAX_DEVICES} at most; the secret of one that is told by HTTP is in this answer alone`,
    body: DeviceDraft,
    example: {
      name: "Main door",
      purpose: "access",
      adapter: "http",
      url: "https://door.example.com/baseline",
      fieldIds: ["018f3f60-0000-7000-8000-000000000001"],
      leadMinutes: 15,
      lagMinutes: 10,
    },
    returns: NewDevice,
    successMessage: "devices.created",
    refusesApiKeys: true,
  }),
  read: get(one, {
    allow: "organizations.update",
    summary: "One device, with its last answer",
    returns: Device,
  }),
  update: patch(one, {
    allow: "organizations.update",
    summary:
      "Change a device, turn it off or on. With another address, topic or user name it is told anew of what is to come",
    body: DeviceChange,
    example: { active: false },
    returns: Device,
    successMessage: "devices.saved",
    refusesApiKeys: true,
  }),
  delete: del(one, {
    allow: "organizations.update",
    summary: "Delete a device with its secret and its log; it is told nothing any more",
    returns: noData,
    successMessage: "devices.deleted",
    refusesApiKeys: true,
  }),
  test: post(`${one}/test`, {
    allow: "organizations.update",
    summary: "Send a message of the type `test` once, also while the device is off",
    body: z.strictObject({}),
    example: {},
    returns: DeviceMessage,
    successMessage: "devices.testSent",
    leavesEntry: false,
  }),
  rotate: post(`${one}/rotate`, {
    allow: "organizations.update",
    summary: "Make a new secret, shown once; both sign for a day. Only for devices that are told by HTTP",
    body: z.strictObject({}),
    example: {},
    returns: NewDevice,
    successMessage: "devices.rotated",
    status: 200,
    refusesApiKeys: true,
  }),
  messages: get(`${one}/messages`, {
    allow: "organizations.update",
    summary: "What the device was told within 30 days or will be, latest first, with the last answer; never a code",
    query: z.extend(z.omit(ListQuery, { q: true }), { status: z.optional(z.enum(deviceMessageStatuses)) }),
    returns: page(DeviceMessage),
  }),
  accessCode: get("/organizations/{organizationId}/events/{eventId}/access-code", {
    allow: "member",
    summary:
      "The code that opens for a booking: to who booked from an hour before the start until it is no longer good, to the team with `events.update` always. 404 to all others",
    returns: AccessCode,
    refusesApiKeys: true,
  }),
});
