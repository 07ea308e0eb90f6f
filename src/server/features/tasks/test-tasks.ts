import { expect } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import { addBranch, listBranches, manageBranchUsers } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { createTask, updateTasks } from '#shared/contract/tasks/endpoints'
import type { Task } from '#shared/contract/tasks/task'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'

export const noTask = { status: 404, code: 'task.not_found' }
export const refused = (status: number, code: string) => ({ status, code })

/** Expects that each of these calls is refused like that. */
export async function allRefused(expected: object, calls: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.all(
    calls.map(call =>
      call.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  )
  for (const outcome of outcomes) expect(outcome).toMatchObject(expected)
}

/**
 * Ridgeway Cycles with an open branch for everybody and the closed canal yard of Ana. Maya owns it, Dev is a manager, Tom
 * and Lena are members. Zoe works elsewhere.
 */
export async function openTeam(settings: Record<string, string> = {}) {
  const server = await openTestServer({ settings: { BILLING: 'off', TOKEN_SECONDS: '86400', ...settings } })
  const maya = await server.person({ name: 'Maya Okafor' })
  const dev = await server.person({ name: 'Dev Anand' })
  const tom = await server.person({ name: 'Tom Reyes' })
  const ana = await server.person({ name: 'Ana Lima' })
  const lena = await server.person({ name: 'Lena Fuchs' })
  const zoe = await server.person({ name: 'Zoe Hart' })
  await zoe.createOrganisation('Hart Bikes')
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(dev, 'Manager')
  for (const actor of [tom, ana, lena]) await maya.invites(actor)
  const [primary] = await maya.call(listBranches, {})
  const yard = await maya.call(addBranch, { branch_name: 'Canal yard', is_open_branch: false })
  await maya.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added: [ana.user_id] })
  const { roles } = await maya.call(organisationInfo, {})
  const roleId = (name: string) => roles.find(role => role.role_name === name)?.role_id ?? 0
  const branch_id = primary?.id ?? 0

  return {
    server,
    ...{ maya, dev, tom, ana, lena, zoe },
    branch_id,
    yard: yard.id,
    roles: { manager: roleId('Manager'), member: roleId('Member') },
    /** A task of Tom's in the open branch. */
    task: (title: string, fields: Partial<Input<typeof createTask>> = {}, by = tom): Promise<Task> =>
      by.call(createTask, { title, branch_id, ...fields }),
    /** Changes one task. */
    async changes(who: Actor, task_id: number, fields: Partial<Input<typeof updateTasks>>): Promise<Task> {
      const [task] = await who.call(updateTasks, { task_id, ...fields })
      if (!task) throw new Error('No task was answered.')
      return task
    },
  }
}

export type Team = Awaited<ReturnType<typeof openTeam>>
