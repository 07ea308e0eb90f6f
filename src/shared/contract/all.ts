import * as access from './access/endpoints'
import * as activity from './activity/endpoints'
import * as attachments from './attachments/endpoints'
import * as storage from './attachments/storage'
import * as audit from './audit/endpoints'
import * as billing from './billing/endpoints'
import * as dashboard from './dashboard/endpoints'
import * as catchUp from './documents/catch-up'
import * as documents from './documents/endpoints'
import * as links from './documents/links'
import * as pageComments from './documents/page-comments'
import * as pages from './documents/pages'
import * as versions from './documents/versions'
import { type Endpoint, isEndpoint } from './endpoint'
import * as erasure from './erasure/endpoints'
import * as exporting from './exports/endpoints'
import * as annotations from './graphs/annotations'
import * as graphs from './graphs/endpoints'
import * as proposals from './graphs/proposals'
import * as spaceGraphs from './graphs/spaces'
import * as thresholds from './graphs/thresholds'
import * as guests from './guests/endpoints'
import * as handovers from './handovers/endpoints'
import * as intro from './intro/endpoints'
import * as jobs from './jobs/endpoints'
import * as measured from './jobs/measured'
import * as corrections from './logs/corrections'
import * as discussion from './logs/discussion'
import * as logs from './logs/endpoints'
import * as side from './logs/side'
import * as mate from './mate/endpoints'
import * as meetings from './meetings/endpoints'
import * as live from './meetings/live'
import * as speakers from './meetings/proposals'
import * as bots from './messages/bots'
import * as messages from './messages/endpoints'
import * as notifications from './notifications/endpoints'
import * as branches from './organisations/branches'
import * as deletion from './organisations/deletion'
import * as organisations from './organisations/endpoints'
import * as invites from './organisations/invites'
import * as joinLinks from './organisations/join-links'
import * as people from './organisations/people'
import * as roles from './organisations/roles'
import * as calendars from './planning/calendars'
import * as planning from './planning/endpoints'
import * as profile from './profile/endpoints'
import * as schedule from './schedule/endpoints'
import * as searching from './search/endpoints'
import * as session from './session/endpoints'
import * as cameraTests from './sources/camera-tests'
import * as cameras from './sources/cameras'
import * as sources from './sources/endpoints'
import * as exportsOfFrames from './sources/exports'
import * as ownFrames from './sources/own-frames'
import * as summaries from './summaries/endpoints'
import * as comments from './tasks/comments'
import * as tasks from './tasks/endpoints'
import * as tokens from './tokens/endpoints'

/** The contract's modules, keyed by feature name. */
const features = {
  session,
  profile,
  schedule,
  planning: { ...planning, ...calendars },
  organisations: { ...organisations, ...people, ...branches, ...roles, ...invites, ...joinLinks, ...deletion },
  audit,
  access,
  attachments: { ...attachments, ...storage },
  documents: { ...documents, ...catchUp, ...pages, ...links, ...pageComments, ...versions },
  graphs: { ...graphs, ...proposals, ...annotations, ...spaceGraphs, ...thresholds },
  logs: { ...logs, ...corrections, ...side, ...discussion },
  meetings: { ...meetings, ...live, ...speakers },
  summaries,
  tasks: { ...tasks, ...comments },
  messages: { ...messages, ...bots },
  notifications,
  handovers,
  intro,
  jobs: { ...jobs, ...measured },
  mate,
  tokens,
  guests,
  sources: { ...sources, ...cameras, ...cameraTests, ...exportsOfFrames, ...ownFrames },
  search: searching,
  activity,
  dashboard,
  billing,
  erasure,
  exports: exporting,
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
