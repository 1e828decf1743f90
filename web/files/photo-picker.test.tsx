import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MAX_UPLOAD_BYTES } from "#contract/files.ts";
import { Form, ResetButton } from "#web/kit/form/form.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import * as z from "zod/mini";
import { PhotoField } from "./photo-field.tsx";
import { PhotoPicker } from "./photo-picker.tsx";

/** A real JPEG of 200 × 400 pixels. */
const picture = await new Promise<Blob>((resolve, reject) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 200, height: 400 });
  canvas.getContext("2d")?.fillRect(0, 0, 200, 200);
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg");
});
const photo = (name: string, ...more: BlobPart[]) => new File([picture, ...more], name, { type: "image/jpeg" });

function Chooser({ limit, hasPhotos = false }: { limit?: number; hasPhotos?: boolean }) {
  const [files, setFiles] = useState<File[]>([]);
  return (
    <PhotoPicker
      aria-label="Photos"
      value={files}
      onValueChange={setFiles}
      hasPhotos={hasPhotos}
      {...(limit === undefined ? {} : { limit })}
    />
  );
}
const shown = () => [...document.querySelectorAll("img")].map(({ alt }) => alt);
const said = () => page.getByRole("status").first();
const choose = async (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("nothing can be chosen any more");
  await userEvent.upload(input, files);
};
const group = () => page.getByRole("group", { name: "Photos" }).element();
const carry = (...files: File[]) => {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
};
const drop = (...files: File[]) =>
  group().dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: carry(...files) }));
const addButton = page.getByRole("button", { name: /^Add photo/ });

afterEach(cleanup);

test("several are chosen at once, and each is shown at most 80 px high", async () => {
  await renderInApp(() => <Chooser />);
  await expect.element(addButton).toHaveTextContent("Add photo");
  await choose(photo("one.jpg"), photo("two.jpg"));
  await expect.poll(shown).toEqual(["one.jpg", "two.jpg"]);
  const heights = () => [...document.querySelectorAll("img")].map((image) => image.getBoundingClientRect().height);
  await expect.poll(heights).toEqual([80, 80]);
  await expect.element(addButton).toHaveTextContent("Add photos");
});

test("says “photos” where there are some already", async () => {
  await renderInApp(() => <Chooser hasPhotos />);
  await expect.element(addButton).toHaveTextContent("Add photos");
});

test("five at most: the rest is left out, which is said, and the button goes", async () => {
  await renderInApp(() => <Chooser />);
  await choose(...Array.from({ length: 7 }, (_, index) => photo(`${index}.jpg`)));
  await expect.poll(shown).toEqual(["0.jpg", "1.jpg", "2.jpg", "3.jpg", "4.jpg"]);
  await expect.element(said()).toHaveTextContent("Only 5 photos can be chosen here. The others were left out.");
  await expect.poll(() => addButton.query()).toBe(null);
});

test("each can be removed, which makes room again; the focus stays in the picker", async () => {
  await renderInApp(() => <Chooser limit={2} />);
  await choose(photo("one.jpg"), photo("two.jpg"));
  await expect.poll(() => addButton.query()).toBe(null);
  await page.getByRole("button", { name: "Remove one.jpg" }).click();
  await expect.poll(shown).toEqual(["two.jpg"]);
  await expect.poll(() => document.activeElement?.textContent).toBe("Add photos");
  await choose(photo("one.jpg"));
  await expect.poll(shown).toEqual(["two.jpg", "one.jpg"]);
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Remove one.jpg");
});

test("what is no JPEG, whatever its name, and what is too large is named and left out", async () => {
  await renderInApp(() => <Chooser />);
  const large = photo("large.jpg", new Uint8Array(MAX_UPLOAD_BYTES));
  drop(photo("good.jpg"), new File(["\u0089PNG"], "renamed.jpg", { type: "image/jpeg" }), large);
  await expect.poll(shown).toEqual(["good.jpg"]);
  await expect.element(said()).toHaveTextContent("“renamed.jpg” is no JPEG photo.“large.jpg” is larger than 10 MB.");
});

test("the same file twice is one photo", async () => {
  await renderInApp(() => <Chooser />);
  await choose(photo("one.jpg"));
  await expect.poll(shown).toEqual(["one.jpg"]);
  await choose(photo("one.jpg"), photo("two.jpg"));
  await expect.poll(shown).toEqual(["one.jpg", "two.jpg"]);
});

test("photos are dropped and pasted as well", async () => {
  await renderInApp(() => <Chooser />);
  const dragOver = new DragEvent("dragover", {
    bubbles: true,
    cancelable: true,
    dataTransfer: carry(photo("dropped.jpg")),
  });
  group().dispatchEvent(dragOver);
  expect(dragOver.defaultPrevented).toBe(true);
  drop(photo("dropped.jpg"));
  await expect.poll(shown).toEqual(["dropped.jpg"]);
  group().dispatchEvent(
    new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: carry(photo("pasted.jpg")) }),
  );
  await expect.poll(shown).toEqual(["dropped.jpg", "pasted.jpg"]);
});

test("in a form there is one, and resetting the form takes it away", async () => {
  await renderInApp(() => (
    <Form schema={z.object({ photos: z.array(z.file()) })} defaultValues={{ photos: [] }} onSubmit={() => {}}>
      <PhotoField name="photos" label="Photo" />
      <ResetButton />
    </Form>
  ));
  await choose(photo("one.jpg"));
  await expect.poll(shown).toEqual(["one.jpg"]);
  await expect.poll(() => addButton.query()).toBe(null);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(shown).toEqual([]);
  await expect.element(addButton).toBeVisible();
});
