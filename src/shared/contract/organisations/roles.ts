import { z } from 'zod'
import { Capability } from '../../rules/capabilities'
import { Id, Nothing } from '../common'
import { endpoint, member } from '../endpoint'
import { Role } from './endpoints'
import { nameField, usersChange } from './fields'

const capabilities = z.array(Capability).max(Capability.options.length)
export const addRole = endpoint({
  method: 'POST',
  path: '/roles/add',
  summary: 'Adds a role. Its capabilities cannot exceed the caller’s own.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_name: nameField, capabilities: capabilities.default([]) }),
  answer: Role,
})
export const editRole = endpoint({
  method: 'POST',
  path: '/roles/edit',
  summary: 'Changes a role’s name or capabilities.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_id: Id, role_name: nameField.optional(), capabilities: capabilities.optional() }),
  answer: Role,
})
export const deleteRole = endpoint({
  method: 'POST',
  path: '/roles/delete',
  summary: 'Deletes a role. The people who held it stay members.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_id: Id }),
  answer: Nothing,
})
export const manageRoleUsers = endpoint({
  method: 'POST',
  path: '/roles/manage_users',
  summary: 'Gives a role to people and takes it from others.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_id: Id, ...usersChange }),
  answer: Role,
})
