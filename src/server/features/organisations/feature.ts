import { feature } from '../../platform/feature'
import { membershipActivity } from './activity-store'
import { erasingCleanups } from './deletion-service'
import { saveLastSeen } from './last-seen-store'
import { organisations } from './migrations/0002-organisations'
import { joined } from './migrations/0018-joined'
import { orgRole } from './migrations/0028-org-role'
import { branchOfInvite } from './migrations/0062-branch-of-invite'
import { lastSeen } from './migrations/0065-last-seen'
import { joinLinks } from './migrations/0068-join-links'
import { deletedOrganisations } from './migrations/0069-deleted-organisations'
import { workspaceCount } from './migrations/0113-workspace-count'
import { organisationRoutes } from './routes'
import { people as searchablePeople } from './searchable'
import { membershipOf } from './service'

export const organisationsFeature = feature({
  name: 'organisations',
  routes: organisationRoutes,
  migrations: [
    organisations,
    joined,
    orgRole,
    branchOfInvite,
    lastSeen,
    joinLinks,
    deletedOrganisations,
    workspaceCount,
  ],
  searchables: [searchablePeople],
  activities: [membershipActivity],
  cleanups: erasingCleanups,
  ports: { membershipOf, saveLastSeen },
})
