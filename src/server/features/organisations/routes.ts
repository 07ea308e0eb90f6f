import * as deletionContract from '#shared/contract/organisations/deletion'
import * as contract from '#shared/contract/organisations/endpoints'
import * as invitesContract from '#shared/contract/organisations/invites'
import * as linksContract from '#shared/contract/organisations/join-links'
import { type Route, route } from '../../platform/http/route'
import * as branches from './branch-service'
import * as deletion from './deletion-service'
import * as invites from './invite-service'
import * as links from './join-link-service'
import * as orgRoles from './org-role-service'
import * as organisations from './organisation-service'
import * as people from './people-service'
import * as roles from './role-service'

export const organisationRoutes: Route[] = [
  route(contract.listOrganisations, organisations.list),
  route(contract.createOrganisation, organisations.create),
  route(contract.organisationInfo, organisations.info),
  route(contract.updateOrganisation, organisations.update),

  route(deletionContract.deleteOrganisation, deletion.remove),
  route(deletionContract.listDeletedOrganisations, deletion.listDeleted),
  route(deletionContract.restoreOrganisation, deletion.restore),

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

  route(linksContract.listJoinLinks, links.list),
  route(linksContract.createJoinLink, links.create),
  route(linksContract.revokeJoinLink, links.revoke),
  route(linksContract.readJoinLink, links.read),
  route(linksContract.joinByLink, links.join),
]
