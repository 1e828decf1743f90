import { afterEach, expect, test } from "vitest";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { Badge, statusTone } from "./badge.tsx";

afterEach(cleanup);

test("what waits, is rejected or is canceled differs by form, not by colour and text alone", async () => {
  const statuses = ["approved", "pending", "rejected", "canceled"];
  await renderInApp(() => (
    <p>
      {statuses.map((status) => (
        <Badge key={status} tone={statusTone(status)} dot={status}>
          {status}
        </Badge>
      ))}
    </p>
  ));
  const forms = () => [...document.querySelectorAll(".dot")].map((dot) => getComputedStyle(dot).backgroundImage);
  await expect.poll(() => new Set(forms()).size).toBe(statuses.length);
});
