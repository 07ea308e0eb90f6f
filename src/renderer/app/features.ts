import { access } from '../features/access/feature'
import { activity } from '../features/activity/feature'
import { administration } from '../features/administration/feature'
import { attachments } from '../features/attachments/feature'
import { billing } from '../features/billing/feature'
import { dashboard } from '../features/dashboard/feature'
import { documents } from '../features/documents/feature'
import { graphs } from '../features/graphs/feature'
import { guests } from '../features/guests/feature'
import { handovers } from '../features/handovers/feature'
import { home } from '../features/home/feature'
import { jobs } from '../features/jobs/feature'
import { logs } from '../features/logs/feature'
import { mate } from '../features/mate/feature'
import { meetings } from '../features/meetings/feature'
import { messages } from '../features/messages/feature'
import { notifications } from '../features/notifications/feature'
import { operator } from '../features/operator/feature'
import { organisations } from '../features/organisations/feature'
import { planning } from '../features/planning/feature'
import { profile } from '../features/profile/feature'
import { search } from '../features/search/feature'
import { session } from '../features/session/feature'
import { sources } from '../features/sources/feature'
import { summaries } from '../features/summaries/feature'
import { tasks } from '../features/tasks/feature'
import { tokens } from '../features/tokens/feature'
import { undo } from '../features/undo/feature'
import type { Feature } from '../platform/feature'

/** The features of this version. A feature may read those before it in the list, never those after it. */
export const features: readonly Feature[] = [
  undo,
  session,
  profile,
  organisations,
  home,
  access,
  search,
  administration,
  handovers,
  attachments,
  sources,
  documents,
  logs,
  graphs,
  meetings,
  summaries,
  tasks,
  planning,
  messages,
  jobs,
  operator,
  mate,
  tokens,
  notifications,
  guests,
  activity,
  dashboard,
  billing,
]
