import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DoorOpen, Plus } from "lucide-react";
import { type Device, devices } from "#contract/devices.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { DeviceBadge } from "./device-badge.tsx";
import { adapterLabels, purposeLabels } from "./labels.ts";

export function DevicesPage() {
  const t = useTranslation();
  const { organizationId, membership, path } = useScope();
  const list = useQuery({ ...endpointQuery(devices.list, { params: { organizationId } }), staleTime: 0 });
  const create = (
    <Link to={path("/devices/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("devices.create")}
    </Link>
  );
  return (
    <Page title={t("devices.title")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <p className="mb-4 max-w-prose text-13 text-ink-2">
        {t("devices.hint", { organization: membership?.name ?? "" })}
      </p>
      <CardList
        label={t("devices.title")}
        query={list}
        empty={
          <EmptyState icon={DoorOpen} title={t("devices.empty")} action={create}>
            {t("devices.emptyText")}
          </EmptyState>
        }
        row={(device) => <DeviceListRow key={device.id} device={device} />}
      />
    </Page>
  );
}

function DeviceListRow({ device }: { device: Device }) {
  const t = useTranslation();
  const { path } = useScope();
  const { id, name, purpose, adapter, waiting } = device;
  return (
    <li className="relative grid gap-1 px-4 py-3 transition-colors has-[a:hover]:bg-hover">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        <Link
          to={path(`/devices/${id}`)}
          className="font-medium [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {name}
        </Link>
        <DeviceBadge device={device} />
      </p>
      <p className="text-xs text-ink-2">{`${t(purposeLabels[purpose])} · ${t(adapterLabels[adapter])}`}</p>
      {waiting > 0 && <p className="text-xs text-ink-3 tnum">{t("webhooks.waitingCount", { count: waiting })}</p>}
    </li>
  );
}
