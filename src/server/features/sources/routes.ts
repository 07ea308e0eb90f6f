import * as cameraContract from '#shared/contract/sources/camera-tests'
import * as camerasContract from '#shared/contract/sources/cameras'
import * as contract from '#shared/contract/sources/endpoints'
import * as exportsContract from '#shared/contract/sources/exports'
import * as ownFramesContract from '#shared/contract/sources/own-frames'
import { downloadRoute, type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as cameras from './cameras-service'
import * as feed from './feed-service'
import * as frames from './frames-service'
import * as cameraTest from './networks/camera-test-service'
import * as networks from './networks/networks-service'
import * as permission from './permission-service'
import * as archive from './range-export/archive-service'
import * as timeLapse from './range-export/time-lapse-service'
import * as timeline from './timeline-service'
import * as uploads from './uploads-service'

export const sourceRoutes: Route[] = [
  route(contract.readFeed, feed.read),
  route(camerasContract.addCamera, cameras.add),
  route(camerasContract.editCamera, cameras.edit),
  route(camerasContract.deleteCamera, cameras.remove),
  twoPhaseRoute(cameraContract.testCamera, cameraTest.test, cameraTest.answer),
  route(cameraContract.listCameraNetworks, networks.list),
  route(cameraContract.allowCameraNetwork, networks.allow),
  route(cameraContract.revokeCameraNetwork, networks.revoke),
  route(contract.readPermission, permission.read),
  route(contract.changePermission, permission.change),
  route(contract.grantUpload, uploads.grant),
  route(contract.readFrames, frames.byIds),
  route(contract.listFrames, frames.ofSource),
  route(ownFramesContract.listOwnFrames, frames.own),
  route(ownFramesContract.deleteOwnFrames, frames.removeOwn),
  route(contract.readTimeline, timeline.read),
  route(contract.findFrame, timeline.find),
  route(contract.listFrameDays, timeline.days),
  downloadRoute(exportsContract.readTimeLapse, timeLapse.describe, timeLapse.offer),
  downloadRoute(exportsContract.exportFrames, archive.describe, archive.offer),
]
