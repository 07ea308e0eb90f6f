import type { Language } from '#shared/contract/common'
import { initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { openTeam } from '../../../tasks/test-tasks'

export type WorkTeam = Awaited<ReturnType<typeof openWorkTeam>>

/**
 * The team with tasks, working hours and a chat of Maya and Tom. Everybody works from nine to five; Tom’s two tasks of today
 * do not both fit before their deadlines.
 */
export async function openWorkTeam(language: Language, settings: Record<string, string> = {}) {
  const team = await openTeam(settings)
  const { maya, tom, lena, server } = team
  const days = [1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '09:00', to: '17:00', breaks: [] }))
  for (const person of [maya, tom, lena]) {
    await person.call(setWorkingHours, { timezone: 'UTC', days })
    await person.call(updateProfile, { user_language: language })
  }
  const harbourside = (await maya.call(addBranch, { branch_name: 'Harbourside', is_open_branch: true })).id
  const ofTom = { assignees: [tom.user_id] }
  const ofLena = { assignees: [lena.user_id], branch_id: harbourside }
  const titles = {
    wheel: 'True the wheel',
    pump: 'Repair the pump',
    tubes: 'Count inner tubes',
    helmets: 'Check helmets',
    paint: 'Paint the gate',
  }
  const ids = {
    wheel: (await team.task(titles.wheel, { ...ofTom, estimate_minutes: 240, deadline: '2026-11-20T15:00:00.000Z' }))
      .id,
    pump: (await team.task(titles.pump, { ...ofTom, estimate_minutes: 180, deadline: '2026-11-20T15:30:00.000Z' })).id,
    tubes: (
      await team.task(titles.tubes, {
        ...{ ...ofTom, estimate_minutes: 60, deadline: '2026-11-23T12:00:00.000Z' },
        fixed_start_time: '2026-11-23T10:00:00.000Z',
      })
    ).id,
    helmets: (
      await team.task(titles.helmets, { ...ofLena, labels: ['inventory'], deadline: '2026-11-19T12:00:00.000Z' }, maya)
    ).id,
    paint: (await team.task(titles.paint, ofLena, maya)).id,
  }
  await team.changes(maya, ids.helmets, { status: 'blocked' })
  await team.changes(maya, ids.paint, { status: 'done' })
  await team.task('Secret of the yard', { branch_id: team.yard, deadline: '2026-11-19T12:00:00.000Z' }, maya)
  const { chat_id } = await maya.call(initiateChat, { connection_id: tom.user_id })
  const { id } = await maya.call(sendMessage, {
    chat_id,
    chat_message: 'Please pay invoice 771 today.',
    client_id: 'invoice',
  })
  return {
    ...{ server, maya, tom, lena, harbourside, yard: team.yard, chat_id, tasks: ids },
    link: (key: keyof typeof titles) => `[${titles[key]}](#/tasks/${ids[key]})`,
    messageLink: `](#/home/messages/${chat_id}?message=${id})`,
  }
}
