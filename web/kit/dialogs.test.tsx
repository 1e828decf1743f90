import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { stage, strike } from "./stage.tsx";

const stageDelete = (onConfirm: () => unknown) =>
  stage(() => (
    <ConfirmButton label="Delete" title="Delete Court 3?" confirm="Delete court" onConfirm={onConfirm}>
      Its bookings go with it.
    </ConfirmButton>
  ));
const dialog = page.getByRole("alertdialog");
const open = () => page.getByRole("button", { name: "Delete", exact: true }).click();

afterEach(strike);

test("a confirm dialog names the thing, and the focus begins on the way out", async () => {
  await stageDelete(() => {});
  await open();
  await expect.element(dialog).toHaveAccessibleName("Delete Court 3?");
  await expect.element(dialog).toHaveAccessibleDescription("Its bookings go with it.");
  await expect.poll(() => document.activeElement?.textContent).toBe("Cancel");
});

test("Escape closes it, does nothing, and gives the focus back", async () => {
  const onConfirm = vi.fn();
  await stageDelete(onConfirm);
  await open();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("[role=alertdialog]")).toBe(null);
  await expect.poll(() => document.activeElement?.textContent).toBe("Delete");
  expect(onConfirm).not.toHaveBeenCalled();
});

test("it stays while the deed is done, closes when it is, and stays when it fails", async () => {
  let settle = { done: () => {}, failed: (_error: Error) => {} };
  await stageDelete(() => new Promise<void>((done, failed) => (settle = { done, failed })));
  await open();
  const confirm = page.getByRole("button", { name: "Delete court" });
  await confirm.click();
  await expect.element(confirm).toBeDisabled();
  settle.failed(new Error("no"));
  await expect.element(confirm).toBeEnabled();
  await confirm.click();
  await expect.element(confirm).toBeDisabled();
  settle.done();
  await expect.poll(() => document.querySelector("[role=alertdialog]")).toBe(null);
});

test("the page behind a dialog stays still, and its first field has the focus", async () => {
  const Opened = () => {
    const [shown, setShown] = useState(true);
    return (
      <>
        <h1>People</h1>
        <Dialog open={shown} onOpenChange={setShown} title="Add people">
          <input aria-label="Email" />
        </Dialog>
      </>
    );
  };
  await stage(() => <Opened />);
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Email");
  expect(getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => getComputedStyle(document.documentElement).overflowY).toBe("visible");
});
