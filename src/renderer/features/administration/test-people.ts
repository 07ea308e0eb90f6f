import type { Member, Role } from '#shared/contract/organisations/endpoints'

/** A member of Ridgeway Cycles. */
export const memberOf = (user_id: number, user_displayname: string, more: Partial<Member> = {}): Member => ({
  ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ org_role: 'member', role_ids: [], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
  ...more,
})

export const mechanics: Role = {
  role_id: 1,
  role_name: 'Mechanics',
  capabilities: ['logbooks.create', 'jobs.create'],
  users: [{ user_id: 8 }],
}
export const frontDesk: Role = {
  role_id: 2,
  role_name: 'Front desk',
  capabilities: ['logbooks.create'],
  users: [{ user_id: 9 }],
}
