import { listDocuments } from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { addSamples } from '#shared/contract/intro/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { addCamera } from '#shared/contract/sources/cameras'
import { createTask } from '#shared/contract/tasks/endpoints'
import { Person } from './person'
import type { Server } from './server'

/** A long text without a blank, and one with many. */
const long = 'Check the brakes, the gears and the wheels of every hired bicycle at the canal yard'
const unbroken = `https://example.com/${'yard-'.repeat(12)}`

/**
 * Fills a workspace with something of each kind, with long names, and returns its owner and the addresses of its
 * screens. `camera` is the address of a camera that answers.
 */
export async function everyScreen(server: Server, camera: string): Promise<{ owner: Person; paths: string[] }> {
  const owner = await Person.signUp(server, 'Lena')
  await owner.createWorkspace('Ridgeway Cycles of the northern harbour')
  await owner.call(addSamples, {})
  const documents = await owner.call(listDocuments, {})
  const logbook_id = documents.find(({ document_type }) => document_type === 'logbook')?.doc_id ?? -1
  const [graph] = await owner.call(listGraphs, { logbook_id })
  const [branch] = await owner.call(listBranches, {})
  const branch_id = branch?.id ?? -1
  const task = await owner.call(createTask, { title: long, branch_id, assignees: [owner.userId] })
  const tom = await Person.signUp(server, 'Tom')
  await owner.takesIn(tom)
  const { chat_id } = await owner.call(initiateChat, { self_id: owner.userId, connection_id: tom.userId })
  await tom.call(sendMessage, { chat_id, chat_message: `${long}: ${unbroken}`, client_id: 'one' })
  const { camera_id } = await owner.call(addCamera, { name: 'Canal yard', url: camera })
  const { instruction_id } = await owner.call(createJob, {
    instruction_text: long,
    minute_interval: 60,
    timezone: 'UTC',
    source: { feed_ids: [camera_id] },
    destination: { logbook_ids: [logbook_id] },
  })
  const paths = [
    '/chat',
    '/docs',
    ...documents.map(({ doc_id }) => `/docs/${doc_id}`),
    `/docs/${logbook_id}/${graph?.graph_id}`,
    '/docs#org',
    '/docs#payment',
    '/feed',
    '/feed/mine',
    `/feed/timeline/camera.${camera_id}`,
    '/jobs',
    '/jobs/new',
    `/jobs/${instruction_id}`,
    '/mytasks',
    `/tasks/${task.id}`,
    '/activity',
    '/notifications',
    '/requests',
    '/home/schedule',
    '/home/messages',
    `/home/messages/${chat_id}`,
    '/home/spaces',
    `/home/spaces/${branch_id}`,
    '/dashboard',
    '/search',
    '/search?q=brakes',
    `/search?q=brakes&open=%2Ftasks%2F${task.id}`,
    '/plans',
    '/profile',
    '/intro',
    '/meeting',
    ...['general', 'people', 'branches', 'owners', 'invites', 'sharing', 'plan', 'audit'].map(
      part => `/organisation/${part}`,
    ),
  ]
  return { owner, paths }
}
