/** Icons of the sidebar by name. The manifests name them, because they are in the first bundle and the sidebar is not. */
import { CourtIcon, FacilityIcon } from "#web/kit/ui/icons.tsx";
import {
  Building2,
  CalendarDays,
  CalendarOff,
  CalendarRange,
  Clock,
  CreditCard,
  FileText,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  Tags,
  Ticket,
  UserCheck,
  Users,
} from "lucide-react";

export const navigationIcons = {
  Building2,
  CalendarDays,
  CalendarOff,
  CalendarRange,
  Clock,
  CourtIcon,
  CreditCard,
  FacilityIcon,
  FileText,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  Tags,
  Ticket,
  UserCheck,
  Users,
} as const;
export type NavigationIcon = keyof typeof navigationIcons;
