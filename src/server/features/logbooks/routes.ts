import * as correctionContract from '#shared/contract/corrections'
import * as graphContract from '#shared/contract/graphs'
import { readSide } from '#shared/contract/logbook-side'
import * as contract from '#shared/contract/logbooks'
import { refreshSummary } from '#shared/contract/summaries'
import * as versionContract from '#shared/contract/versions'
import { downloadRoute, type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as corrections from './corrections-service'
import * as deletion from './documents-deletion-service'
import * as listing from './documents-page-service'
import * as documents from './documents-service'
import * as exporting from './export/service'
import * as grants from './grants-service'
import * as graphDownload from './graphs/download/service'
import * as marks from './graphs/marks-service'
import * as plot from './graphs/plot-service'
import * as graphs from './graphs/service'
import * as logs from './logs-service'
import * as shelf from './pinned-and-recent-service'
import * as readers from './readers-service'
import * as side from './side/service'
import * as summaries from './summaries/service'
import * as timeline from './timeline-service'
import * as versions from './versions-service'

export const logbookRoutes: Route[] = [
  route(contract.createDocument, documents.create),
  route(contract.listDocuments, listing.list),
  route(contract.fetchDocument, documents.fetch),
  route(contract.updateDocument, documents.update),
  route(contract.pinDocument, shelf.pin),
  route(contract.openedDocument, shelf.opened),
  route(contract.listUnread, shelf.unread),
  route(contract.deleteDocument, deletion.remove),
  route(contract.listDeleted, deletion.listRestorable),
  route(contract.undeleteDocument, deletion.undelete),
  route(versionContract.replaceContent, versions.replace),
  route(versionContract.listVersions, versions.list),
  route(versionContract.readVersion, versions.read),
  route(versionContract.restoreVersion, versions.restore),
  twoPhaseRoute(refreshSummary, summaries.draft, summaries.keep),
  route(contract.listReaders, readers.list),
  route(contract.listAccess, grants.list),
  route(contract.grantAccess, grants.grant),
  route(contract.revokeAccess, grants.revoke),
  downloadRoute(contract.readLogs, timeline.read, exporting.offer),
  route(readSide, side.read),
  route(contract.logsByIds, logs.byIds),
  route(contract.writeLog, logs.write),
  route(correctionContract.correctLog, corrections.correct),
  route(correctionContract.readRevisions, corrections.history),
  route(contract.searchLogs, logs.search),
  route(graphContract.createGraph, graphs.create),
  route(graphContract.listGraphs, graphs.list),
  downloadRoute(graphContract.readGraph, plot.read, graphDownload.offer),
  route(graphContract.updateGraph, graphs.update),
  route(graphContract.deleteGraph, graphs.remove),
  route(graphContract.labelLog, marks.set),
]
