import { beforeAll, describe, expect, test } from 'vitest'
import { fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { changeHandover, type Handover, readHandover, writeHandover } from '#shared/contract/handovers/endpoints'
import { deleteBranch, restoreBranch } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { createTask } from '#shared/contract/tasks/endpoints'
import { day, hour } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { nextClosing } from './times'

let workshop: Workshop
let branch_id: number

const evening = { is_on: true, closes_at: '18:00', weekdays: [1, 2, 3, 4, 5], timezone: 'UTC' }

beforeAll(async () => {
  workshop = await openWorkshop()
  branch_id = workshop.yard
})

const pagesOf = async () =>
  (await workshop.ana.call(listDocuments, { type: 'document' })).filter(({ doc_name }) => /Canal yard/.test(doc_name))

describe('The closing time', () => {
  test.each([
    ['later the same day', '2026-11-20T09:00:00Z', 'UTC', '2026-11-20T18:00:00.000Z'],
    ['on Monday once Friday’s is over', '2026-11-20T18:00:00Z', 'UTC', '2026-11-23T18:00:00.000Z'],
    ['in the zone of the branch', '2026-11-20T09:00:00Z', 'Asia/Kolkata', '2026-11-20T12:30:00.000Z'],
    ['by the clocks of summer', '2026-03-29T09:00:00Z', 'Europe/Berlin', '2026-03-30T16:00:00.000Z'],
  ])('is %s', (_, now, timezone, next) => {
    expect(new Date(nextClosing({ ...evening, timezone }, Date.parse(now))).toISOString()).toBe(next)
  })
})

describe('The handover of a branch', () => {
  test('is off until a person who manages branches turns it on', async () => {
    const { maya, tom, zoe, server } = workshop
    expect(await maya.call(readHandover, { branch_id })).toMatchObject({ is_on: false, next_at: null, last: null })
    for (const endpoint of [readHandover, writeHandover]) {
      await expect(tom.call(endpoint, { branch_id })).rejects.toMatchObject({ code: 'permission.missing' })
      await expect(zoe.call(endpoint, { branch_id })).rejects.toMatchObject({ code: 'branch.not_found' })
      await expect(server.stranger().call(endpoint, { branch_id })).rejects.toMatchObject({ status: 401 })
    }
    const outside = { branch_id, ...evening, recipients: [tom.user_id] }
    await expect(maya.call(changeHandover, outside)).rejects.toMatchObject({ code: 'request.invalid' })
    for (const wrong of [{ closes_at: '25:00' }, { weekdays: [] }, { weekdays: [8] }, { timezone: 'Mars' }])
      await expect(
        maya.call(changeHandover, { branch_id, ...evening, recipients: [], ...wrong }),
      ).rejects.toMatchObject({ status: 400 })
  })

  test('writes itself at the closing time, with a link to each log and task, and only with what all of the branch may read', async () => {
    const { maya, ana, lena, tom, server } = workshop
    const bay = await workshop.logbook('Bay log', { access: 'organisation' })
    const wages = await workshop.logbook('Wages')
    const [free] = await workshop.writes(lena, bay, 'Bay 2 is free again.')
    await workshop.writes(tom, wages, 'Two hours of overtime.')
    const task = await maya.call(createTask, {
      ...{ title: 'Refund ticket 4182', branch_id, assignees: [ana.user_id] },
      deadline: new Date(server.clock.now() + hour).toISOString(),
    })
    const next = await maya.call(createTask, { title: 'Order chain links', branch_id, assignees: [] })
    const set = await maya.call(changeHandover, { branch_id, ...evening, recipients: [ana.user_id] })
    expect(set).toMatchObject({ is_on: true, next_at: '2026-11-20T18:00:00.000Z' })
    server.clock.advance(Date.parse('2026-11-20T18:00:01Z') - server.clock.now())
    await ana.signIn(ana.address)
    const page = await eventually(async () => {
      const [found] = await pagesOf()
      if (!found) throw new Error('No handover was written.')
      return found
    })
    expect(page).toMatchObject({ doc_name: 'Handover Canal yard, Friday, November 20, 2026', access: 'branch' })
    const { content } = await ana.call(fetchDocument, { doc_id: page.doc_id })
    expect(content).toContain(`### […](#/docs/${bay})`)
    expect(content).toContain(`[…](#/docs/${bay}?log=${free?.id})`)
    expect(content).toContain(`### Late\n\n- […](#/tasks/${task.id}) (due Nov 20, 2026`)
    expect(content).toContain('Ana Lima)')
    expect(content).toMatch(new RegExp(`### Still open\\n\\n- \\[…\\]\\(#/tasks/${next.id}\\)$`))
    expect(content).not.toMatch(/overtime|Wages/)
  })

  test('is mailed to those who were chosen, with a PDF', async () => {
    const { ana, lena, server } = workshop
    const mails = (address: string) =>
      server.app.context.messenger.outbox?.list(address).filter(({ text }) => text.startsWith('Handover')) ?? []
    await eventually(async () => expect(mails(ana.address)).toHaveLength(1))
    expect(mails(ana.address)[0]?.text).toMatch(
      /#\/docs\/\d+[\s\S]*Maya Okafor chose you[\s\S]*Handover-Canal-yard-.*\.pdf$/,
    )
    expect(mails(lena.address)).toEqual([])
  })

  test('goes on from the last one on the next working day, once for each', async () => {
    const { maya, lena, server } = workshop
    await maya.signIn(maya.address)
    const before = await maya.call(readHandover, { branch_id })
    expect(before).toMatchObject({ next_at: '2026-11-23T18:00:00.000Z', last: { written_at: expect.any(String) } })
    server.clock.advance(3 * day)
    await lena.signIn(lena.address)
    await workshop.ana.signIn(workshop.ana.address)
    await eventually(async () => expect(await pagesOf()).toHaveLength(2))
    const [newest] = await pagesOf()
    const { content } = await workshop.ana.call(fetchDocument, { doc_id: newest?.doc_id ?? 0 })
    expect(content).toContain('Nothing was written in this time.')
    expect(content).not.toContain('Bay 2 is free')
  })

  test('is written when somebody asks, and stops when it is turned off', async () => {
    const { maya, server } = workshop
    await maya.signIn(maya.address)
    const written: Handover = await maya.call(writeHandover, { branch_id })
    expect(written.last?.doc_id).toBeGreaterThan(0)
    await workshop.ana.signIn(workshop.ana.address)
    expect(await pagesOf()).toHaveLength(3)
    await maya.call(changeHandover, { branch_id, ...evening, is_on: false, recipients: [] })
    server.clock.advance(2 * day)
    await workshop.ana.signIn(workshop.ana.address)
    expect(await pagesOf()).toHaveLength(3)
  })

  test('waits while its branch is deleted, and goes on once it is restored', async () => {
    const { maya, server } = workshop
    await maya.signIn(maya.address)
    const { next_at } = await maya.call(changeHandover, { branch_id, ...evening, recipients: [] })
    await maya.call(deleteBranch, { branch_id })
    server.clock.advance(Date.parse(next_at ?? '') + 1_000 - server.clock.now())
    await maya.signIn(maya.address)
    await eventually(async () => {
      const [row] = await server.asOwner<{ is_planned: boolean }>(
        `select next_at > $1 as is_planned from branch_handovers where branch_id = $2`,
        [new Date(server.clock.now()).toISOString(), branch_id],
      )
      expect(row).toEqual({ is_planned: true })
    })
    await maya.call(restoreBranch, { branch_id })
    expect(await maya.call(readHandover, { branch_id })).toMatchObject({ is_on: true })
    await workshop.ana.signIn(workshop.ana.address)
    expect(await pagesOf()).toHaveLength(3)
  })

  test('is off once the person who set it has left', async () => {
    const { maya, dev } = workshop
    await dev.signIn(dev.address)
    expect(await dev.call(changeHandover, { branch_id, ...evening, recipients: [] })).toMatchObject({ is_on: true })
    await maya.call(removeUser, { user_to_be_removed: dev.user_id })
    expect(await maya.call(readHandover, { branch_id })).toMatchObject({ is_on: false, next_at: null })
  })
})
