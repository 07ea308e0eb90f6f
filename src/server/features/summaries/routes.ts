import { refreshSummary } from '#shared/contract/summaries/endpoints'
import { type Route, twoPhaseRoute } from '../../platform/http/route'
import * as summaries from './summaries-service'

export const summaryRoutes: Route[] = [twoPhaseRoute(refreshSummary, summaries.draft, summaries.save)]
