import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { cancellationReasons } from "#contract/events-reason-rules.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { UsualReasons } from "./usual-reasons.tsx";

afterEach(cleanup);

test("a usual reason is given by one press, and can be edited", async () => {
  await renderInApp(() => (
    <Form schema={z.strictObject({ reason: z.string() })} defaultValues={{ reason: "" }} onSubmit={() => {}}>
      <TextareaField name="reason" label="Reason" />
      <UsualReasons keys={cancellationReasons} />
    </Form>
  ));
  const weather = page.getByRole("button", { name: "Weather" });
  await weather.click();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await expect.element(reason).toHaveValue("Weather");
  await expect.element(weather).toHaveAttribute("aria-pressed", "true");
  await reason.fill("Weather: hail");
  await expect.element(weather).toHaveAttribute("aria-pressed", "false");
});
