import { exportAudit, readAudit } from '#shared/contract/audit/endpoints'
import { downloadRoute, type Route, route } from '../../platform/http/route'
import * as exporting from './export-service'
import * as audit from './service'

export const auditRoutes: Route[] = [
  route(readAudit, audit.read),
  downloadRoute(exportAudit, exporting.describe, exporting.offer),
]
