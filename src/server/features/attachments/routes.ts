import * as contract from '#shared/contract/attachments/endpoints'
import { readStorage } from '#shared/contract/attachments/storage'
import { type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as files from './files-service'
import * as uploads from './uploads-service'

export const attachmentRoutes: Route[] = [
  twoPhaseRoute(contract.uploadFiles, files.receive, files.keep),
  route(contract.startUpload, uploads.start),
  twoPhaseRoute(contract.uploadPart, uploads.storePart, uploads.recordPart),
  route(contract.readUpload, uploads.read),
  twoPhaseRoute(contract.finishUpload, uploads.makeWhole, uploads.finish),
  route(contract.cancelUpload, uploads.cancel),
  route(contract.downloadFiles, files.download),
  route(readStorage, files.readUse),
]
