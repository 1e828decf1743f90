/** Lets this browser be told of news while the page is closed (Web Push), asked for by the person alone. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { general } from "#contract/general.ts";
import { notifications } from "#contract/notifications.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Switch } from "#web/kit/ui/switch.tsx";
import { ownTimeZone } from "#messages/dates.ts";

const subscriptionKey = ["push-subscription"];

/** The worker starts while the page rests; a browser that refuses it has none by then. */
const WORKER_MS = 10_000;

const findManager = async (): Promise<PushManager | undefined> => {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WORKER_MS));
  const registration = await Promise.race([serviceWorker?.ready, late]);
  // Older browsers lack it.
  return (registration as { pushManager?: PushManager } | undefined)?.pushManager;
};

/** Whether this browser is told; undefined where it cannot be. */
async function readState(): Promise<{ isTold: boolean } | undefined> {
  const manager = await findManager();
  if (!manager || !("Notification" in globalThis)) return undefined;
  return { isTold: (await manager.getSubscription()) !== null };
}

/** The browser refuses: the server has no part in it. */
class BrowserRefusal extends Error {
  readonly reason: "notifications.pushDenied" | "notifications.pushUnreachable";
  constructor(reason: BrowserRefusal["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

async function subscribe(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new BrowserRefusal("notifications.pushDenied");
  const manager = await findManager();
  // The browser asks its maker's push service, which may not answer.
  const subscription = await manager
    ?.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => undefined);
  if (!subscription) throw new BrowserRefusal("notifications.pushUnreachable");
  const { endpoint, keys = {} } = subscription.toJSON();
  try {
    await call(
      notifications.subscribe,
      {
        body: {
          endpoint: endpoint ?? "",
          keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" },
          timezone: ownTimeZone(),
        },
      },
      { quiet: "reason" },
    );
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function unsubscribe(): Promise<void> {
  const subscription = await (await findManager())?.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  // The push service tells the server too, with the next message.
  await call(notifications.unsubscribe, { body: { endpoint } }, { quiet: true }).catch(() => {});
}

/** Safari of an iPhone tells nothing of sites that are not on the home screen. */
const mustBeInstalled = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;

export function PushDevice() {
  const t = useTranslation();
  const id = useId();
  const cache = useQueryClient();
  const key = useQuery(endpointQuery(general.config, undefined, { quiet: true })).data?.data.push?.key;
  const state = useQuery({ queryKey: subscriptionKey, queryFn: async () => (await readState()) ?? null, staleTime: 0 });
  const change = useMutation({
    mutationFn: (isTold: boolean) => (isTold ? subscribe(key ?? "") : unsubscribe()),
    onSettled: () => cache.invalidateQueries({ queryKey: subscriptionKey }),
  });
  if (!key || state.isPending) return null;
  const refusal = change.error instanceof BrowserRefusal ? change.error.reason : undefined;
  const wanted = change.isPending ? change.variables : undefined;
  return (
    <FormSection title={t("notifications.device")}>
      {mustBeInstalled() ? (
        <InstallSteps />
      ) : !state.data ? (
        <p className="text-13 text-ink-2">{t("notifications.pushUnsupported")}</p>
      ) : (
        <div className="flex items-start justify-between gap-4">
          <div className="grid min-w-0 gap-1">
            <label htmlFor={id} className="text-13 font-medium">
              {t("notifications.pushHere")}
            </label>
            <p id={`${id}-hint`} className="max-w-prose text-xs text-ink-3">
              {t("notifications.pushHereHint")}
            </p>
            {refusal && (
              <p role="alert" className="max-w-prose text-xs text-danger">
                {t(refusal)}
              </p>
            )}
          </div>
          <Switch
            id={id}
            aria-describedby={`${id}-hint`}
            aria-invalid={refusal !== undefined || undefined}
            disabled={change.isPending}
            checked={wanted ?? state.data.isTold}
            onCheckedChange={(isTold) => change.mutate(isTold)}
          />
        </div>
      )}
    </FormSection>
  );
}

function InstallSteps() {
  const t = useTranslation();
  return (
    <div className="grid gap-2 text-13">
      <p className="font-medium">{t("notifications.pushInstall")}</p>
      <ol className="grid list-decimal gap-1 pl-5 text-ink-2">
        <li>{t("notifications.pushStepShare")}</li>
        <li>{t("notifications.pushStepAdd")}</li>
        <li>{t("notifications.pushStepOpen")}</li>
      </ol>
    </div>
  );
}
