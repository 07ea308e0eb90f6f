import * as contract from '#shared/contract/profile/endpoints'
import { changeAddress } from '#shared/contract/session/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as profile from './service'

export const profileRoutes: Route[] = [
  route(contract.createProfile, profile.create),
  route(contract.fetchProfile, profile.fetch),
  route(contract.updateProfile, profile.update),
  route(changeAddress, profile.changeOwnAddress),
  route(contract.getConfig, profile.config),
  route(contract.trackEvents, profile.track),
]
