import { accessFeature } from './features/access/feature'
import { attachmentsFeature } from './features/attachments/feature'
import { auditFeature } from './features/audit/feature'
import { guestsFeature } from './features/guests/feature'
import { logbooksFeature } from './features/logbooks/feature'
import { mateFeature } from './features/mate/feature'
import { meetingsFeature } from './features/meetings/feature'
import { organisationsFeature } from './features/organisations/feature'
import { profileFeature } from './features/profile/feature'
import { searchFeature } from './features/search/feature'
import { sessionFeature } from './features/session/feature'
import { sourcesFeature } from './features/sources/feature'
import type { Migration } from './platform/database/migrate'
import { events } from './platform/database/migrations/0003-events'
import { idempotency } from './platform/database/migrations/0020-idempotency'
import type { Feature } from './platform/feature'

/** What the server is made of. A feature may call those before it, never those behind it. */
export const features: readonly Feature[] = [
  sessionFeature,
  profileFeature,
  organisationsFeature,
  auditFeature,
  accessFeature,
  attachmentsFeature,
  logbooksFeature,
  sourcesFeature,
  meetingsFeature,
  searchFeature,
  mateFeature,
  guestsFeature,
]

/** Those of the platform and of all features, in the order in which they run. */
export const migrations: readonly Migration[] = [
  events,
  idempotency,
  ...features.flatMap(feature => feature.migrations ?? []),
].sort((former, latter) => (former.name < latter.name ? -1 : 1))
