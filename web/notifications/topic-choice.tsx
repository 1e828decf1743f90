import type { NotificationTopic } from "#contract/notifications.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { topicLabels } from "./labels.ts";
import { useNotificationCount } from "./use-notification-count.ts";

interface TopicChoiceProps {
  name: string;
  topics: readonly NotificationTopic[];
  value: NotificationTopic | undefined;
  onChoose: (topic: NotificationTopic | undefined) => void;
  organizationId?: string | undefined;
  wide?: boolean;
}

/** Topics with the number of unread ones. */
export function TopicChoice({ name, topics, value, onChoose, organizationId, wide = false }: TopicChoiceProps) {
  const t = useTranslation();
  const count = useNotificationCount(organizationId);
  const label = (text: string, unread = 0) => (
    <span className="whitespace-nowrap">
      {text}
      {unread > 0 && (
        <>
          {" "}
          <span aria-hidden className="text-ink-3 tnum">
            {unread}
          </span>
          <span className="sr-only">{t("notifications.unreadCount", { count: unread })}</span>
        </>
      )}
    </span>
  );
  return (
    <SegmentedControl<NotificationTopic | null>
      name={name}
      wide={wide}
      aria-label={t("notifications.topic")}
      value={value ?? null}
      onValueChange={(topic) => onChoose(topic ?? undefined)}
      options={[
        { value: null, label: label(t("notifications.all"), count?.unread) },
        ...topics.map((topic) => ({
          value: topic,
          label: label(t(topicLabels[topic]), count?.topics.find((one) => one.topic === topic)?.unread),
        })),
      ]}
    />
  );
}
