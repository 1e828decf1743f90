import type {
  Device,
  DeviceAction,
  DeviceAdapter,
  DeviceFailure,
  DeviceMessageStatus,
  DevicePurpose,
} from "#contract/devices.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

export const purposeLabels = {
  access: "devices.access",
  switch: "devices.switch",
} as const satisfies Record<DevicePurpose, MessageKey>;
export const purposeHints = {
  access: "devices.accessHint",
  switch: "devices.switchHint",
} as const satisfies Record<DevicePurpose, MessageKey>;

export const adapterLabels = {
  http: "devices.http",
  mqtt: "devices.mqtt",
  file: "devices.file",
} as const satisfies Record<DeviceAdapter, MessageKey>;

export const actionLabels = {
  grant: "devices.grant",
  revoke: "devices.revoke",
  on: "devices.switchOn",
  off: "devices.switchOff",
  test: "devices.testMessage",
} as const satisfies Record<DeviceAction, MessageKey>;

export const statusLabels = {
  waiting: "devices.waiting",
  accepted: "devices.accepted",
  unanswered: "devices.unanswered",
  replaced: "devices.replaced",
  not_needed: "devices.notNeeded",
} as const satisfies Record<DeviceMessageStatus, MessageKey>;
export const statusTones = {
  waiting: "amber",
  accepted: "lime",
  unanswered: "rose",
  replaced: "gray",
  not_needed: "gray",
} as const satisfies Record<DeviceMessageStatus, Tone>;

export const failureLabels = {
  timeout: "devices.silent",
  unresolved: "webhooks.unresolved",
  private_address: "webhooks.privateAddress",
  tls: "webhooks.tls",
  unreachable: "webhooks.unreachable",
  refused: "devices.refused",
} as const satisfies Record<DeviceFailure, MessageKey>;

export type DeviceState = "on" | "failing" | "off";
export const stateOf = ({ active, failingSince }: Device): DeviceState =>
  active ? (failingSince ? "failing" : "on") : "off";
export const stateLabels = {
  on: "devices.active",
  failing: "devices.failing",
  off: "devices.off",
} as const satisfies Record<DeviceState, MessageKey>;
export const stateTones = { on: "lime", failing: "rose", off: "gray" } as const satisfies Record<DeviceState, Tone>;
