import * as contract from '#shared/contract/search/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as service from './service'
import * as titles from './titles'

export const searchRoutes: Route[] = [route(contract.search, service.search), route(contract.readTitles, titles.read)]
