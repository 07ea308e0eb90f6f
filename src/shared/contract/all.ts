import * as access from './access'
import * as attachments from './attachments'
import * as audit from './audit'
import * as corrections from './corrections'
import { type Endpoint, isEndpoint } from './endpoint'
import * as graphs from './graphs'
import * as guests from './guests'
import * as invites from './invites'
import * as side from './logbook-side'
import * as logbooks from './logbooks'
import * as mate from './mate'
import * as meetings from './meetings'
import * as organisations from './organisations'
import * as profile from './profile'
import * as searching from './search'
import * as session from './session'
import * as sources from './sources'
import * as storage from './storage'
import * as summaries from './summaries'
import * as versions from './versions'

/** The contract's modules, keyed by feature name. */
const features = {
  session,
  profile,
  organisations: { ...organisations, ...invites },
  audit,
  access,
  logbooks: { ...logbooks, ...versions, ...corrections, ...graphs, ...summaries, ...side },
  attachments: { ...attachments, ...storage },
  meetings,
  mate,
  guests,
  sources,
  search: searching,
}

/**
 * Every endpoint with the name of its feature. The API page and the tests of refused calls are built from this list.
 */
export const endpoints: readonly { feature: string; endpoint: Endpoint }[] = Object.entries(features).flatMap(
  ([feature, contract]) =>
    Object.values(contract)
      .filter(isEndpoint)
      .map(endpoint => ({ feature, endpoint })),
)
