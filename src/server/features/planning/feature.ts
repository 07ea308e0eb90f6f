import * as contract from '#shared/contract/planning/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { freeTool } from './free-tool'
import { lateTool } from './late-tool'
import { scheduleTool } from './schedule-tool'
import * as planning from './service'

export const planningFeature = feature({
  name: 'planning',
  routes: [route(contract.getSchedule, planning.schedule), route(contract.explainPlan, planning.explain)],
  tools: [lateTool, freeTool, scheduleTool],
})
