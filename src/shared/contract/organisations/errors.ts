import type { ErrorTable } from '../error-table'

export const organisationErrors = {
  'organization.not_member': [403, 'You are not a member of this organisation.'],
  'organization.required': [400, 'Choose an organisation first.'],
  'permission.missing': [403, 'Your role does not allow this. An owner or admin can change that.'],
  'plan.required': [402, 'Your plan does not include this.'],
  'handover.owner_needed': [403, 'You can hand over what somebody else had only to an owner or admin.'],
  'owner.last': [409, 'An organisation needs at least one owner. Make somebody else an owner first.'],
  'person.not_found': [404, 'There is no such person here.'],
  'role.not_found': [404, 'There is no such role here.'],
  'role.name_taken': [409, 'There is already a role with this name.'],
  'branch.not_found': [404, 'There is no such branch here.'],
  'branch.name_taken': [409, 'There is already a branch with this name.'],
  'branch.primary': [409, 'The primary branch cannot be deleted.'],
  'invite.not_found': [404, 'There is no such invite.'],
  'invite.owner_needed': [
    403,
    'The person who invited you can no longer give the access that comes with this role. Ask an owner or admin to invite you again.',
  ],
  'invite.expired': [410, 'This invite has expired. Ask for a new one.'],
  'invite.not_yours': [403, 'This invite is for another address. Sign in with the invited e-mail or phone.'],
  'invite.answered': [409, 'This invite was already answered.'],
  'invite.not_sent': [502, 'The invite was saved but could not be delivered. Check the address and send it again.'],
  'invite.already_member': [409, 'This person is already a member.'],
} as const satisfies ErrorTable
