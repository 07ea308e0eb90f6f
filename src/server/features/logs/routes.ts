import { catchUp } from '#shared/contract/documents/catch-up'
import * as correctionContract from '#shared/contract/logs/corrections'
import * as discussionContract from '#shared/contract/logs/discussion'
import * as contract from '#shared/contract/logs/endpoints'
import { readSide } from '#shared/contract/logs/side'
import { downloadRoute, type Route, route } from '../../platform/http/route'
import * as catchingUp from './catch-up/catch-up-service'
import * as corrections from './corrections-service'
import * as discussion from './discussion/discussion-service'
import * as exporting from './export/export-service'
import * as logs from './logs-service'
import * as side from './side/side-service'
import * as timeline from './timeline-service'

export const logRoutes: Route[] = [
  downloadRoute(contract.readLogs, timeline.read, exporting.offer),
  route(readSide, side.read),
  route(contract.logsByIds, logs.byIds),
  route(catchUp, catchingUp.catchUp),
  route(contract.writeLog, logs.write, logs.writtenBefore),
  route(correctionContract.correctLog, corrections.correct),
  route(correctionContract.readRevisions, corrections.history),
  route(contract.searchLogs, logs.search),
  route(discussionContract.listLogComments, discussion.list),
  route(discussionContract.addLogComment, discussion.add),
  route(discussionContract.editLogComment, discussion.edit),
  route(discussionContract.deleteLogComment, discussion.remove),
  route(discussionContract.reactToLog, discussion.react),
]
