import * as branchesContract from '#shared/contract/organisations/branches'
import * as deletionContract from '#shared/contract/organisations/deletion'
import * as contract from '#shared/contract/organisations/endpoints'
import * as invitesContract from '#shared/contract/organisations/invites'
import * as linksContract from '#shared/contract/organisations/join-links'
import * as peopleContract from '#shared/contract/organisations/people'
import * as rolesContract from '#shared/contract/organisations/roles'
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

  route(peopleContract.listPeople, people.page),
  route(peopleContract.peopleByRole, people.byRole),
  route(peopleContract.peopleOfRole, people.ofRole),
  route(peopleContract.removeUser, people.remove),

  route(peopleContract.listOwners, orgRoles.owners),
  route(peopleContract.addOwners, orgRoles.addOwners),
  route(peopleContract.removeOwners, orgRoles.removeOwners),
  route(peopleContract.listAdmins, orgRoles.admins),
  route(peopleContract.addAdmins, orgRoles.addAdmins),
  route(peopleContract.removeAdmins, orgRoles.removeAdmins),

  route(branchesContract.listBranches, branches.list),
  route(branchesContract.addBranch, branches.add),
  route(branchesContract.editBranch, branches.edit),
  route(branchesContract.deleteBranch, branches.remove),
  route(branchesContract.restoreBranch, branches.restore),
  route(branchesContract.manageBranchUsers, branches.manageUsers),

  route(rolesContract.addRole, roles.add),
  route(rolesContract.editRole, roles.edit),
  route(rolesContract.deleteRole, roles.remove),
  route(rolesContract.manageRoleUsers, roles.manageUsers),

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
