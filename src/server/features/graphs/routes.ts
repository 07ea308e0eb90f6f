import * as annotationContract from '#shared/contract/graphs/annotations'
import * as contract from '#shared/contract/graphs/endpoints'
import * as proposalsContract from '#shared/contract/graphs/proposals'
import * as spaceContract from '#shared/contract/graphs/spaces'
import * as thresholdContract from '#shared/contract/graphs/thresholds'
import { downloadRoute, type Route, route } from '../../platform/http/route'
import * as annotations from './annotations/annotations-service'
import * as download from './download/download-service'
import * as graphs from './graphs-service'
import * as labels from './labels-service'
import * as plot from './plot-service'
import * as proposals from './proposals/proposals-service'
import * as spaces from './spaces/spaces-service'
import * as thresholds from './thresholds/thresholds-service'

export const graphRoutes: Route[] = [
  route(contract.createGraph, graphs.create),
  route(contract.listGraphs, graphs.list),
  route(contract.findGraphs, graphs.find),
  downloadRoute(contract.readGraph, plot.read, download.offer),
  route(contract.updateGraph, graphs.update),
  route(contract.deleteGraph, graphs.remove),
  route(contract.labelLog, labels.set),
  route(proposalsContract.listProposals, proposals.list),
  route(proposalsContract.answerProposal, proposals.answer),
  route(spaceContract.listSpaceGraphs, spaces.list),
  route(spaceContract.listSpacesOfGraph, spaces.ofGraph),
  route(spaceContract.pinToSpace, spaces.pin),
  route(annotationContract.listAnnotations, annotations.list),
  route(annotationContract.addAnnotation, annotations.add),
  route(annotationContract.changeAnnotation, annotations.change),
  route(annotationContract.deleteAnnotation, annotations.remove),
  route(annotationContract.restoreAnnotation, annotations.restore),
  route(thresholdContract.listThresholds, thresholds.list),
  route(thresholdContract.addThreshold, thresholds.add),
  route(thresholdContract.changeThreshold, thresholds.change),
  route(thresholdContract.watchThreshold, thresholds.watch),
  route(thresholdContract.deleteThreshold, thresholds.remove),
  route(thresholdContract.restoreThreshold, thresholds.restore),
]
