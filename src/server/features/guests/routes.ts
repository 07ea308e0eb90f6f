import * as contract from '#shared/contract/guests/endpoints'
import { type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as conversion from './conversion-service'
import * as recordings from './recordings-service'
import * as registration from './registration-service'

export const guestRoutes: Route[] = [
  route(contract.registerGuest, registration.register),
  twoPhaseRoute(contract.uploadGuestFiles, recordings.receive, recordings.keep),
  route(contract.guestRecording, recordings.read),
  twoPhaseRoute(contract.convertGuestRecording, conversion.copy, conversion.convert),
]
