/** Steps of a new club: what is done is quiet, the next one is marked. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { SetupState, SetupStep } from "#contract/setup.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { unfinishedSetupQuery } from "./unfinished-setup-query.ts";

const steps = {
  courts: { title: "setup.stepCourts", text: "setup.stepCourtsText", action: "setup.doCourts", page: "/fields/create" },
  hours: { title: "setup.stepHours", text: "setup.stepHoursText", action: "setup.doHours", page: "/opening-hours" },
  prices: { title: "setup.stepPrices", text: "setup.stepPricesText", action: "setup.doPrices", page: "/prices" },
  booking: { title: "setup.stepBooking", text: "setup.stepBookingText", action: "setup.doBooking", page: "/planning" },
  seller: { title: "setup.stepSeller", text: "setup.stepSellerText", action: "setup.doSeller", page: "/settings" },
  payments: {
    title: "setup.stepPayments",
    text: "setup.stepPaymentsText",
    action: "setup.doPayments",
    page: "/settings",
  },
  customers: {
    title: "setup.stepCustomers",
    text: "setup.stepCustomersText",
    action: "setup.doCustomers",
    page: "/users",
  },
  team: { title: "setup.stepTeam", text: "setup.stepTeamText", action: "setup.doTeam", page: "/team-users" },
} as const satisfies Record<SetupStep, { title: MessageKey; text: MessageKey; action: MessageKey; page: string }>;

interface ChecklistProps extends Pick<SetupState, "steps"> {
  /** Left out on a page that has it already. */
  title?: string;
}

export function Checklist({ steps: state, title: ownTitle }: ChecklistProps) {
  const t = useTranslation();
  const { path } = useScope();
  const done = state.filter(({ isDone }) => isDone).length;
  const next = state.find(({ isDone }) => !isDone)?.name;
  const progress = t("setup.progress", { done, of: state.length });
  return (
    <Card
      title={ownTitle ?? progress}
      action={
        <span className="flex items-center gap-2.5 text-13">
          <progress
            aria-label={t("setup.gettingStarted")}
            value={done}
            max={state.length}
            className="h-1.5 w-24 appearance-none overflow-hidden rounded-full bg-active [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
          />
          {ownTitle && progress}
        </span>
      }
    >
      <ol className="grid gap-0.5 p-2">
        {state.map(({ name, isDone }) => {
          const { title, text, action, page } = steps[name];
          return (
            <li
              key={name}
              aria-current={name === next ? "step" : undefined}
              className={cx("flex items-center gap-3 rounded-lg px-2.5 py-2", name === next && "bg-accent-soft")}
            >
              <span
                className={cx(
                  "grid size-5.5 shrink-0 place-items-center rounded-full",
                  isDone ? "bg-accent text-on-accent" : "border border-line-strong bg-surface",
                )}
              >
                {isDone && <Check className="size-3.5" role="img" aria-label={t("setup.done")} />}
              </span>
              <span className="min-w-0 flex-1">
                <span className={cx("block text-sm", isDone ? "text-ink-2" : "font-medium")}>{t(title)}</span>
                <span className={cx("block text-xs", name === next ? "text-ink-2" : "text-ink-3")}>{t(text)}</span>
              </span>
              {!isDone && (
                <Link to={path(page)} className={buttonClass(name === next ? "primary" : "secondary", "sm")}>
                  {t(action)}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** Stands on the overview until everything is set up. */
export function SetupChecklist() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery(unfinishedSetupQuery(organizationId));
  if (!data || data.data.steps.every(({ isDone }) => isDone)) return null;
  return <Checklist steps={data.data.steps} title={t("setup.gettingStarted")} />;
}
