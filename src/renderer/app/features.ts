import { access } from '../features/access/feature'
import { attachments } from '../features/attachments/feature'
import { documents } from '../features/documents/feature'
import { guests } from '../features/guests/feature'
import { mate } from '../features/mate/feature'
import { meetings } from '../features/meetings/feature'
import { organisations } from '../features/organisations/feature'
import { profile } from '../features/profile/feature'
import { search } from '../features/search/feature'
import { session } from '../features/session/feature'
import { sources } from '../features/sources/feature'
import type { Feature } from '../platform/feature'

/** The features of this version. Listing a feature here activates its routes and its navigation entry. */
export const features: readonly Feature[] = [
  session,
  profile,
  organisations,
  access,
  attachments,
  mate,
  documents,
  meetings,
  sources,
  search,
  guests,
]
