import * as contract from '#shared/contract/access/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as grants from './grants-service'
import * as requests from './requests-service'

export const accessRoutes: Route[] = [
  route(contract.listGrants, grants.list),
  route(contract.grantSubjectAccess, grants.grantAccess),
  route(contract.revokeSubjectAccess, grants.revokeAccess),
  route(contract.requestAccess, requests.request),
  route(contract.listAccessRequests, requests.list),
  route(contract.declineAccess, requests.decline),
]
