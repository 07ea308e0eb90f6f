import * as contract from '#shared/contract/search/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as service from './service'

export const searchRoutes: Route[] = [route(contract.search, service.search)]
