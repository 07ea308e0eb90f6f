// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { atRest, type Effect, type Meeting, type MeetingEvent, step } from './machine'
import { type EventName, meetingStates, transitions } from './transitions'

const samples: Record<EventName, MeetingEvent[]> = {
  record: [{ type: 'record' }],
  found: [
    { type: 'found', isWhole: true },
    { type: 'found', isWhole: false },
  ],
  continue: [{ type: 'continue' }],
  allowed: [{ type: 'allowed' }],
  refused: [{ type: 'refused', trouble: 'denied' }],
  pause: [{ type: 'pause' }],
  resume: [{ type: 'resume' }],
  microphone_lost: [{ type: 'microphone_lost' }],
  disk_full: [{ type: 'disk_full' }],
  restart: [{ type: 'restart' }],
  stop: [{ type: 'stop' }],
  discard: [{ type: 'discard' }],
  finished: [{ type: 'finished', doc_id: 5 }],
  failed: [{ type: 'failed', failure: { code: 'server.error', message: '' } }],
  retry: [{ type: 'retry' }],
  dismiss: [{ type: 'dismiss' }],
  left: [{ type: 'left' }],
}
const every = Object.values(samples).flat()

function play(...changes: MeetingEvent[]): { meeting: Meeting; effects: Effect[] } {
  const effects: Effect[] = []
  let meeting = atRest
  for (const change of changes) {
    const { next, effects: more } = step(meeting, change)
    meeting = next
    effects.push(...more)
  }
  return { meeting, effects }
}
const recording: MeetingEvent[] = [{ type: 'record' }, { type: 'allowed' }]

describe('Recording as a state machine [1.13, D40]', () => {
  test('every transition in the table is taken, and no other exists', () => {
    const walked = new Set<string>()
    const seen = new Set<string>()
    const open = [atRest]
    for (let meeting = open.pop(); meeting; meeting = open.pop()) {
      const key = JSON.stringify(meeting)
      if (seen.has(key)) continue
      seen.add(key)
      for (const change of every) {
        const { next, effects } = step(meeting, change)
        if (!transitions[meeting.state][change.type]) {
          expect(next).toBe(meeting)
          expect(effects).toEqual([])
          continue
        }
        walked.add(`${meeting.state} ${change.type} ${next.state}`)
        open.push(next)
      }
    }
    const named = meetingStates.flatMap(state =>
      Object.entries(transitions[state]).flatMap(([name, to]) => to.map(next => `${state} ${name} ${next}`)),
    )
    expect([...walked].sort()).toEqual(named.sort())
  })

  test('sound is recorded between the permission and Stop, and then sent', () => {
    const { meeting, effects } = play(...recording, { type: 'stop' }, { type: 'finished', doc_id: 5 })
    expect(meeting).toMatchObject({ state: 'done', doc_id: 5, hasMicrophone: false })
    expect(effects).toEqual(['open', 'begin', 'close', 'send'])
  })

  test('whatever ends the recording releases the microphone first', () => {
    for (const type of ['stop', 'restart', 'left', 'microphone_lost'] as const)
      for (const before of [recording, [...recording, { type: 'pause' as const }]])
        expect(step(play(...before).meeting, { type }).effects[0]).toBe('close')
  })

  test('Restart deletes what there is and asks for the microphone again', () => {
    const { meeting, effects } = play(...recording, { type: 'restart' })
    expect(meeting.state).toBe('asking')
    expect(effects.slice(2)).toEqual(['close', 'erase', 'open'])
  })

  test('unplugging the microphone pauses, and resuming asks for another one', () => {
    const { meeting } = play(...recording, { type: 'microphone_lost' })
    expect(meeting).toMatchObject({ state: 'paused', trouble: 'lost' })
    const again = step(meeting, { type: 'resume' })
    expect(again).toMatchObject({ next: { state: 'asking' }, effects: ['open'] })
    expect(step(again.next, { type: 'refused', trouble: 'missing' }).next).toMatchObject({
      state: 'paused',
      trouble: 'missing',
    })
  })

  test('a pause keeps the microphone, and resuming uses it', () => {
    const { effects } = play(...recording, { type: 'pause' }, { type: 'resume' })
    expect(effects.slice(2)).toEqual(['rest', 'go_on'])
  })

  test('an unfinished recording of an earlier page is offered; a stopped one is sent without a question', () => {
    expect(play({ type: 'found', isWhole: false })).toMatchObject({ meeting: { state: 'kept' }, effects: [] })
    expect(play({ type: 'found', isWhole: true })).toMatchObject({ meeting: { state: 'finishing' }, effects: ['send'] })
  })

  test('a kept recording is not lost when the microphone is refused', () => {
    const { meeting } = play(
      { type: 'found', isWhole: false },
      { type: 'continue' },
      { type: 'refused', trouble: 'denied' },
    )
    expect(meeting).toMatchObject({ state: 'kept', trouble: 'denied' })
  })

  test('leaving erases nothing', () => {
    for (const state of meetingStates)
      expect(step({ ...atRest, state }, { type: 'left' }).effects).not.toContain('erase')
  })
})
