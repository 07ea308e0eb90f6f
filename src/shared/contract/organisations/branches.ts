import { z } from 'zod'
import { Id } from '../common'
import { endpoint, member } from '../endpoint'
import { Branch } from './endpoints'
import { descriptionField, nameField, usersChange } from './fields'

export const listBranches = endpoint({
  method: 'POST',
  reads: true,
  path: '/visualisation/branches',
  summary:
    'Lists the branches that the caller may see [D3]. `include_deleted` adds, for owners, deleted ones that can be restored.',
  access: member(),
  body: z.object({ include_deleted: z.boolean().default(false) }),
  answer: z.array(Branch),
})

const place = {
  branch_address: z.string().trim().max(200).optional(),
  branch_city: z.string().trim().max(100).optional(),
  branch_country: z.string().trim().max(100).optional(),
}

export const addBranch = endpoint({
  method: 'POST',
  path: '/branch/add',
  summary: 'Adds a branch.',
  access: member({ can: 'branches.manage' }),
  body: z.object({
    branch_name: nameField,
    branch_description: descriptionField.optional(),
    ...place,
    is_open_branch: z.boolean().default(true),
  }),
  answer: Branch,
})
export const editBranch = endpoint({
  method: 'POST',
  path: '/branch/edit',
  summary: 'Changes a branch, identified by `branch_id` or, by older clients, by `branch_name`.',
  access: member({ can: 'branches.manage' }),
  body: z.object({
    branch_id: Id.optional(),
    branch_name: nameField.optional(),
    branch_description: descriptionField.optional(),
    new_branch_name: nameField.optional(),
    new_branch_description: descriptionField.optional(),
    ...place,
    is_open_branch: z.boolean().optional(),
  }),
  answer: Branch,
})
export const deleteBranch = endpoint({
  method: 'POST',
  path: '/branch/delete',
  summary:
    'Deletes a branch. Its data is kept, and an owner can restore it for 30 days. The primary branch cannot be deleted.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id }),
  answer: Branch,
})
export const restoreBranch = endpoint({
  method: 'POST',
  path: '/branch/restore',
  summary: 'Restores a branch within 30 days of its deletion.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ branch_id: Id }),
  answer: Branch,
})
export const manageBranchUsers = endpoint({
  method: 'POST',
  path: '/branch/manage_users',
  summary: 'Adds people to a branch and removes others.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id, ...usersChange }),
  answer: Branch,
})
