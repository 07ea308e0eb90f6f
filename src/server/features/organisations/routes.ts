import * as contract from '#shared/contract/organisations/endpoints'
import * as invitesContract from '#shared/contract/organisations/invites'
import { type Route, route } from '../../platform/http/route'
import * as branches from './branch-service'
import * as invites from './invite-service'
import * as orgRoles from './org-role-service'
import * as organisations from './organisation-service'
import * as people from './people-service'
import * as roles from './role-service'

export const organisationRoutes: Route[] = [
  route(contract.listOrganisations, organisations.list),
  route(contract.createOrganisation, organisations.create),
  route(contract.organisationInfo, organisations.info),
  route(contract.updateOrganisation, organisations.update),

  route(contract.listPeople, people.page),
  route(contract.peopleByRole, people.byRole),
  route(contract.peopleOfRole, people.ofRole),
  route(contract.removeUser, people.remove),

  route(contract.listOwners, orgRoles.owners),
  route(contract.addOwners, orgRoles.addOwners),
  route(contract.removeOwners, orgRoles.removeOwners),
  route(contract.listAdmins, orgRoles.admins),
  route(contract.addAdmins, orgRoles.addAdmins),
  route(contract.removeAdmins, orgRoles.removeAdmins),

  route(contract.listBranches, branches.list),
  route(contract.addBranch, branches.add),
  route(contract.editBranch, branches.edit),
  route(contract.deleteBranch, branches.remove),
  route(contract.restoreBranch, branches.restore),
  route(contract.manageBranchUsers, branches.manageUsers),

  route(contract.addRole, roles.add),
  route(contract.editRole, roles.edit),
  route(contract.deleteRole, roles.remove),
  route(contract.manageRoleUsers, roles.manageUsers),

  route(invitesContract.listInvites, invites.list),
  route(invitesContract.invitePeople, invites.invite),
  route(invitesContract.deleteInvite, invites.revoke),
  route(invitesContract.acceptInvite, invites.accept),
  route(invitesContract.declineInvite, invites.decline),
]
