import { readAudit } from '#shared/contract/audit/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as audit from './service'

export const auditRoutes: Route[] = [route(readAudit, audit.read)]
