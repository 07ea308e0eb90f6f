import { accessFeature } from './features/access/feature'
import { activityFeature } from './features/activity/feature'
import { attachmentsFeature } from './features/attachments/feature'
import { auditFeature } from './features/audit/feature'
import { billingFeature } from './features/billing/feature'
import { dashboardFeature } from './features/dashboard/feature'
import { documentsFeature } from './features/documents/feature'
import { erasureFeature } from './features/erasure/feature'
import { exportsFeature } from './features/exports/feature'
import { graphsFeature } from './features/graphs/feature'
import { guestsFeature } from './features/guests/feature'
import { handoversFeature } from './features/handovers/feature'
import { introFeature } from './features/intro/feature'
import { jobsFeature } from './features/jobs/feature'
import { logsFeature } from './features/logs/feature'
import { mateFeature } from './features/mate/feature'
import { meetingsFeature } from './features/meetings/feature'
import { messagesFeature } from './features/messages/feature'
import { notificationsFeature } from './features/notifications/feature'
import { organisationsFeature } from './features/organisations/feature'
import { planningFeature } from './features/planning/feature'
import { profileFeature } from './features/profile/feature'
import { scheduleFeature } from './features/schedule/feature'
import { searchFeature } from './features/search/feature'
import { sessionFeature } from './features/session/feature'
import { sourcesFeature } from './features/sources/feature'
import { summariesFeature } from './features/summaries/feature'
import { tasksFeature } from './features/tasks/feature'
import { tokensFeature } from './features/tokens/feature'
import type { Migration } from './platform/database/migrate'
import { events } from './platform/database/migrations/0003-events'
import { idempotency } from './platform/database/migrations/0020-idempotency'
import { restores } from './platform/database/migrations/0084-restores'
import { operations } from './platform/database/migrations/0090-operations'
import { completedErasures } from './platform/database/migrations/0128-completed-erasures'
import type { Feature } from './platform/feature'

/** The features of the server. A feature may call those before it in the list, never those after it. */
export const features: readonly Feature[] = [
  sessionFeature,
  organisationsFeature,
  profileFeature,
  scheduleFeature,
  auditFeature,
  accessFeature,
  attachmentsFeature,
  documentsFeature,
  graphsFeature,
  sourcesFeature,
  logsFeature,
  meetingsFeature,
  summariesFeature,
  tasksFeature,
  planningFeature,
  messagesFeature,
  jobsFeature,
  searchFeature,
  mateFeature,
  introFeature,
  handoversFeature,
  tokensFeature,
  notificationsFeature,
  guestsFeature,
  activityFeature,
  dashboardFeature,
  billingFeature,
  erasureFeature,
  exportsFeature,
]

/** The migrations of the platform and of all features, in the order in which they run. */
export const migrations: readonly Migration[] = [
  events,
  idempotency,
  restores,
  operations,
  completedErasures,
  ...features.flatMap(feature => feature.migrations ?? []),
].sort((former, latter) => (former.name < latter.name ? -1 : 1))
