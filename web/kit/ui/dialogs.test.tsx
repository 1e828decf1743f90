import { lazy, type ReactNode, Suspense, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod/mini";
import { ApiError } from "#web/kit/data/api.ts";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { Combobox } from "./combobox.tsx";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast-store.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";

const renderDeleteDialog = (onConfirm: () => unknown) =>
  renderInApp(() => (
    <ConfirmButton label="Delete" title="Delete Court 3?" confirm="Delete court" onConfirm={onConfirm}>
      Its bookings go with it.
    </ConfirmButton>
  ));
const dialog = page.getByRole("alertdialog");
const open = () => page.getByRole("button", { name: "Delete", exact: true }).click();

afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup();
});

test("a confirm dialog names the thing, and the focus begins on the way out", async () => {
  await renderDeleteDialog(() => {});
  await open();
  await expect.element(dialog).toHaveAccessibleName("Delete Court 3?");
  await expect.element(dialog).toHaveAccessibleDescription("Its bookings go with it.");
  await expect.poll(() => document.activeElement?.textContent).toBe("Cancel");
});

test("Escape closes it, does nothing, and gives the focus back", async () => {
  const onConfirm = vi.fn();
  await renderDeleteDialog(onConfirm);
  await open();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("[role=alertdialog]")).toBe(null);
  await expect.poll(() => document.activeElement?.textContent).toBe("Delete");
  expect(onConfirm).not.toHaveBeenCalled();
});

test("it stays while the deed is done, closes when it is, and stays when it fails", async () => {
  let settle = { done: () => {}, failed: (_error: Error) => {} };
  await renderDeleteDialog(() => new Promise<void>((done, failed) => (settle = { done, failed })));
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

test("why it failed stands in the dialog, and is gone when it is opened again", async () => {
  const refusals = [
    new ApiError(409, "It has events to come."),
    new ApiError(422, "Wrong", { errors: { replacement: ["Choose a role."] } }),
  ];
  await renderDeleteDialog(() => Promise.reject(refusals.shift()));
  await open();
  const confirm = page.getByRole("button", { name: "Delete court" });
  await confirm.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("It has events to come.");
  await confirm.click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Choose a role.");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("[role=alertdialog]")).toBe(null);
  await open();
  await expect.element(dialog).toHaveAccessibleDescription("Its bookings go with it.");
  await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
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
  await renderInApp(() => <Opened />);
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Email");
  expect(getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => getComputedStyle(document.documentElement).overflowY).toBe("visible");
});

test("a part that does not come closes itself and leaves the page as it is; with the next click it comes", async () => {
  let isOffline = true;
  const load = async () => {
    if (isOffline) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>The part</p> };
  };
  const Part = lazy(load);
  function Whole() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>More</button>
        <output>{isOpen ? "open" : "closed"}</output>
        {isOpen && (
          <LazyPart load={load} onFailed={() => setOpen(false)}>
            <Part />
          </LazyPart>
        )}
      </>
    );
  }
  await renderInApp(Whole);
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await page.getByRole("button", { name: "More" }).click();
  await expect.element(page.getByText(/cannot be reached/).first()).toBeVisible();
  await expect.element(page.getByText("closed")).toBeVisible();
  isOffline = false;
  await page.getByRole("button", { name: "More" }).click();
  await expect.element(page.getByText("The part")).toBeVisible();
});

test("a part that a new release took away is told of as such, with a way to reload", async () => {
  const send = fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    init?.method === "HEAD" ? new Response() : send(input, init),
  );
  const load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const onFailed = vi.fn();
  await renderInApp(() => (
    <LazyPart load={load} onFailed={onFailed}>
      <p>The part</p>
    </LazyPart>
  ));
  await expect.element(page.getByText(/There is a new version/).first()).toBeVisible();
  expect(onFailed).toHaveBeenCalledOnce();
});

test("where nothing has opened it, a part that does not come has a button that tries again", async () => {
  let isOffline = true;
  const load = async () => {
    if (isOffline) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>The list</p> };
  };
  const Part = lazy(load);
  await renderInApp(() => (
    <LazyPart load={load}>
      <Part />
    </LazyPart>
  ));
  const again = page.getByRole("button", { name: "Try again" });
  await expect.element(again).toBeVisible();
  isOffline = false;
  await again.click();
  await expect.element(page.getByText("The list")).toBeVisible();
});

/** As a finger or mouse does, on the head of the sheet. @returns how the sheet was moved */
function drag(head: Element, distance: number, pointerType: string): string | undefined {
  const fire = (type: string, clientY: number) =>
    head.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY, pointerType }));
  fire("pointerdown", 100);
  fire("pointermove", 100 + distance);
  const moved = document.querySelector<HTMLElement>("[role=dialog]")?.style.transform;
  fire("pointerup", 100 + distance);
  return moved;
}

test("a swipe down on its head closes a sheet, a short one and one with a mouse do not", async () => {
  const onOpenChange = vi.fn();
  await renderInApp(() => (
    <Dialog open onOpenChange={onOpenChange} title="19:00" closesOnSwipe>
      Court 3
    </Dialog>
  ));
  const title = page.getByText("19:00");
  await expect.element(title).toBeVisible();
  const sheet = () => document.querySelector<HTMLElement>("[role=dialog]");
  expect(drag(title.element(), 200, "mouse")).toBe("");
  expect(drag(title.element(), 40, "touch")).toBe("translateY(40px)");
  expect(sheet()?.style.transform).toBe("");
  expect(onOpenChange).not.toHaveBeenCalled();
  drag(title.element(), 120, "touch");
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

describe("a dialog with a form", () => {
  const onSubmit = vi.fn();
  const FormDialog = () => {
    const [shown, setShown] = useState(true);
    return (
      <Dialog open={shown} onOpenChange={setShown} title="Rename" closesOnSwipe>
        <Form schema={z.strictObject({ name: z.string() })} defaultValues={{ name: "Court 3" }} onSubmit={onSubmit}>
          <TextField name="name" label="Name" />
          <SubmitButton />
        </Form>
      </Dialog>
    );
  };
  const form = page.getByRole("dialog", { name: "Rename" });
  const name = form.getByRole("textbox", { name: "Name" });

  test("asks before what was filled in is lost, by Escape, a swipe, a click beside it, and its cross", async () => {
    await renderInApp(FormDialog);
    await name.fill("Court 4");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).toHaveAccessibleName("Close without saving?");
    await dialog.getByRole("button", { name: "Stay here" }).click();
    await expect.element(name).toHaveValue("Court 4");
    await form.getByRole("button", { name: "Close" }).click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector("[role=alertdialog]")).toBe(null);
    await expect.element(name).toHaveValue("Court 4");
    drag(page.getByText("Rename").element(), 120, "touch");
    await dialog.getByRole("button", { name: "Stay here" }).click();
    await expect.element(name).toHaveValue("Court 4");
    await userEvent.click(document.documentElement, { position: { x: 2, y: 2 }, force: true });
    await dialog.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => document.querySelector("[role=alertdialog], [role=dialog]")).toBe(null);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("closes at once where nothing was changed, and once it is saved", async () => {
    await renderInApp(FormDialog);
    await expect.element(name).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector("[role=dialog]")).toBe(null);
    await renderInApp(FormDialog);
    await name.fill("Court 4");
    await form.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => onSubmit.mock.calls).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector("[role=alertdialog], [role=dialog]")).toBe(null);
  });
});

describe("a dialog whose form is loaded late", () => {
  /** @returns what lets the form arrive */
  const renderLate = async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: () => ReactNode }>();
    const LateForm = lazy(() => promise);
    await renderInApp(() => (
      <Dialog open onOpenChange={() => {}} title="Add people" footer={<button type="button">Something else</button>}>
        <Suspense fallback={<p>Loading</p>}>
          <LateForm />
        </Suspense>
      </Dialog>
    ));
    await expect.element(page.getByText("Loading")).toBeVisible();
    return () => resolve({ default: () => <input aria-label="Late" /> });
  };
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

  test("focuses its first field once it is there", async () => {
    const arrive = await renderLate();
    arrive();
    await expect.element(page.getByLabelText("Late")).toHaveFocus();
  });

  test("leaves the focus where the person has put it meanwhile", async () => {
    const arrive = await renderLate();
    await userEvent.tab();
    const put = focused();
    arrive();
    await expect.element(page.getByLabelText("Late")).toBeVisible();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(focused()).toBe(put);
  });
});

describe("a dialog over a dialog", () => {
  const TwoDialogs = () => {
    const [lower, setLower] = useState(true);
    const [upper, setUpper] = useState(false);
    return (
      <>
        <Dialog open={lower} onOpenChange={setLower} title="Lower">
          <Combobox aria-label="Choice" value="" onValueChange={() => {}} options={[{ value: "one", label: "One" }]} />
          <button type="button" onClick={() => setUpper(true)}>
            More
          </button>
        </Dialog>
        <Dialog open={upper} onOpenChange={setUpper} title="Upper" size="question">
          <input aria-label="Field" />
        </Dialog>
      </>
    );
  };
  const lower = page.getByRole("dialog", { name: "Lower", includeHidden: true });
  const upper = page.getByRole("dialog", { name: "Upper" });

  test("dims the one below, and Escape closes only the upper one", async () => {
    await renderInApp(TwoDialogs);
    await page.getByRole("button", { name: "More" }).click();
    await expect.element(page.getByLabelText("Field")).toHaveFocus();
    // The pointer meets what covers the title of the lower one.
    const { x, y } = page.getByText("Lower").element().getBoundingClientRect();
    for (const scrim of document.querySelectorAll<HTMLElement>(".bg-scrim")) scrim.style.pointerEvents = "auto";
    const [first, second] = document.querySelectorAll(".bg-scrim");
    expect(first).toBeDefined();
    expect(document.elementFromPoint(x + 2, y + 2)).toBe(second);
    await userEvent.keyboard("{Escape}");
    await expect.element(upper).not.toBeInTheDocument();
    await expect.element(lower).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(lower).not.toBeInTheDocument();
  });

  test("an open list takes Escape before its dialog", async () => {
    await renderInApp(TwoDialogs);
    await page.getByRole("combobox").click();
    await expect.element(page.getByRole("option", { name: "One" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("option", { name: "One" })).not.toBeInTheDocument();
    await expect.element(lower).toBeVisible();
  });

  test("Escape closes a dialog before a toast that came later", async () => {
    await renderInApp(TwoDialogs);
    await page.getByRole("button", { name: "More" }).click();
    await expect.element(upper).toBeVisible();
    toast({ description: "It is saved." });
    await expect.element(page.getByText("It is saved.").first()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(upper).not.toBeInTheDocument();
    await expect.element(lower).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(lower).not.toBeInTheDocument();
    await expect.element(page.getByText("It is saved.").first()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("It is saved.")).not.toBeInTheDocument();
  });
});
