import * as graphContract from '#shared/contract/graphs'
import * as contract from '#shared/contract/logbooks'
import { type Route, route } from '../../platform/http/route'
import * as documents from './documents-service'
import * as grants from './grants-service'
import * as marks from './graphs/marks-service'
import * as plot from './graphs/plot-service'
import * as graphs from './graphs/service'
import * as logs from './logs-service'
import * as timeline from './timeline-service'

export const logbookRoutes: Route[] = [
  route(contract.createDocument, documents.create),
  route(contract.listDocuments, documents.list),
  route(contract.fetchDocument, documents.fetch),
  route(contract.updateDocument, documents.update),
  route(contract.deleteDocument, documents.remove),
  route(contract.listAccess, grants.list),
  route(contract.grantAccess, grants.grant),
  route(contract.revokeAccess, grants.revoke),
  route(contract.readLogs, timeline.read),
  route(contract.logsByIds, logs.byIds),
  route(contract.writeLog, logs.write),
  route(contract.searchLogs, logs.search),
  route(graphContract.createGraph, graphs.create),
  route(graphContract.listGraphs, graphs.list),
  route(graphContract.readGraph, plot.read),
  route(graphContract.updateGraph, graphs.update),
  route(graphContract.deleteGraph, graphs.remove),
  route(graphContract.labelLog, marks.set),
]
