/** Parts of the forms of a device: name, connection, fields and times. */
import * as z from "zod/mini";
import { type Device, type DeviceAdapter, MAX_DEVICE_MINUTES } from "#contract/devices.ts";
import { id, nameLine } from "#contract/kit.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { LinkedFieldsField } from "#web/fields/linked-fields-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

/** The server checks what belongs to which connection. */
const minutes = z.int().check(z.gte(0), z.lte(MAX_DEVICE_MINUTES));
export const deviceFormShape = {
  name: nameLine(),
  url: z.string(),
  topic: z.string(),
  username: z.string(),
  password: z.string(),
  fieldIds: z.array(id).check(z.minLength(1)),
  leadMinutes: minutes,
  lagMinutes: minutes,
};
const FormValues = z.object(deviceFormShape);

export const blankDevice = {
  ...{ name: "", url: "", topic: "", username: "", password: "" },
  ...{ fieldIds: [] as string[], leadMinutes: 0, lagMinutes: 0 },
};

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
/** Only what the connection has; an empty password keeps the one that there is. */
export function toConnection(
  adapter: DeviceAdapter,
  { url, topic, username, password }: Pick<z.infer<typeof FormValues>, "url" | "topic" | "username" | "password">,
) {
  return {
    ...(adapter !== "file" && { url: orNull(url) }),
    ...(adapter === "mqtt" && { topic: orNull(topic), username: orNull(username), ...(password && { password }) }),
  };
}

export function ConnectionFields({ adapter, device }: { adapter: DeviceAdapter; device?: Device }) {
  const t = useTranslation();
  if (adapter === "file") return null;
  return (
    <>
      <TextField
        name="url"
        type="url"
        label={t("webhooks.url")}
        hint={t("devices.urlHint")}
        autoComplete="off"
        placeholder={adapter === "mqtt" ? "mqtts://" : "https://"}
        required
      />
      {adapter === "mqtt" && (
        <>
          <TextField
            name="topic"
            label={t("devices.topic")}
            hint={t("devices.topicHint", { example: "club/door/access/…" })}
            autoComplete="off"
            required
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="username" label={t("devices.username")} autoComplete="off" optional />
            <TextField
              name="password"
              type="password"
              label={t("devices.password")}
              hint={t(device?.hasPassword ? "devices.passwordKept" : "devices.passwordHint")}
              autoComplete="new-password"
              optional
            />
          </div>
        </>
      )}
    </>
  );
}

export function ServedFields() {
  const t = useTranslation();
  return <LinkedFieldsField name="fieldIds" label={t("devices.fields")} hint={t("devices.fieldsHint")} />;
}

export function TimeFields() {
  const t = useTranslation();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="leadMinutes" type="number" label={t("devices.lead")} min={0} max={MAX_DEVICE_MINUTES} required />
      <TextField name="lagMinutes" type="number" label={t("devices.lag")} min={0} max={MAX_DEVICE_MINUTES} required />
    </div>
  );
}
