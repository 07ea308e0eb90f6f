import * as contract from '#shared/contract/mate/endpoints'
import { type Route, route } from '../../platform/http/route'
import { confirm } from './actions'
import * as mate from './service'

export const mateRoutes: Route[] = [
  route(contract.fetchMate, mate.fetch),
  route(contract.sendToMate, mate.send),
  route(contract.confirmOption, confirm),
  route(contract.readAutoApprovals, mate.autoApprovals),
  route(contract.changeAutoApprovals, mate.setAutoApprovals),
  route(contract.resetMate, mate.reset),
  route(contract.getSuggestions, mate.suggestions),
  route(contract.getNewSuggestions, mate.newSuggestions),
]
