import { ArrowRightLeft } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "#web/kit/ui/button.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, FormRow, SubmitButton } from "#web/kit/form/form.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { MoveOffset } from "./use-bulk-actions.ts";

const createMoveSchema = (lanes: number) =>
  z
    .strictObject({
      minutes: z.int().check(z.gte(-1440), z.lte(1440), z.multipleOf(5)),
      fields: z.int().check(z.gte(1 - lanes), z.lte(lanes - 1)),
    })
    .check(
      z.refine(({ minutes, fields }) => minutes !== 0 || fields !== 0, {
        error: "planning.nowhere" satisfies MessageKey,
        path: ["minutes"],
      }),
    );

interface MoveEventsButtonProps {
  isBusy: boolean;
  lanes: number;
  onMove: (shift: MoveOffset) => void;
}

export function MoveEventsButton({ isBusy, lanes, onMove }: MoveEventsButtonProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button size="sm" pending={isBusy}>
      <ArrowRightLeft aria-hidden />
      {t("planning.moveAll")}
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={t("planning.moveAll")}>
      <Form
        schema={createMoveSchema(lanes)}
        defaultValues={{ minutes: 30, fields: 0 }}
        guard={false}
        label={t("planning.moveAll")}
        className="gap-3!"
        onSubmit={(shift) => {
          setOpen(false);
          onMove(shift);
        }}
      >
        <FormRow>
          <TextField name="minutes" type="number" step={5} label={t("planning.byMinutes")} />
          <TextField name="fields" type="number" label={t("planning.byFields")} />
        </FormRow>
        <FormActions>
          <SubmitButton>{t("events.move")}</SubmitButton>
        </FormActions>
      </Form>
    </Popover>
  );
}
