import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaptureState } from '#shared/contract/desktop'
import {
  atRest,
  type Capture,
  type CaptureEvent,
  type Effect,
  mayStartItself,
  type Request,
  type StartFacts,
  step,
} from './state-machine'
import { type EventName, transitions } from './transitions'

const agreed = { agreed_at: '2026-05-04T08:00:00.000Z', start_with_computer: true }
const notAgreed = { agreed_at: null, start_with_computer: false }
const facts: StartFacts = {
  autoStart: true,
  openedByComputer: false,
  user_id: 7,
  hasAccessToken: true,
  organization_id: 3,
  consent: agreed,
}
const request = (id: string): Request => ({
  id,
  upload: { id, url: 'http://store.example/x', method: 'PUT', headers: {}, key: 'frames/x.jpg', expires_in: 60 },
})
const screen = { id: 'screen:0:0', name: 'Entire screen' }

const stories = {
  untilSharing: [
    { type: 'start', by: 'person', facts, at: 1 },
    { type: 'permission_granted', at: 2 },
    { type: 'source_held', source: screen, at: 3 },
    { type: 'connected', at: 4 },
  ],
} satisfies Record<string, CaptureEvent[]>

function play(events: readonly CaptureEvent[], from: Capture = atRest): { capture: Capture; effects: Effect[] } {
  const effects: Effect[] = []
  let capture = from
  for (const event of events) {
    const { next, effects: more } = step(capture, event)
    capture = next
    effects.push(...more)
  }
  return { capture, effects }
}
const does = (effects: readonly Effect[]) => effects.map(effect => effect.do)

const at = fc.nat()
const anyFacts: fc.Arbitrary<StartFacts> = fc.record({
  autoStart: fc.boolean(),
  openedByComputer: fc.boolean(),
  user_id: fc.constantFrom(null, 7),
  hasAccessToken: fc.boolean(),
  organization_id: fc.constantFrom(-1, 3),
  consent: fc.constantFrom(agreed, notAgreed, { ...agreed, start_with_computer: false }),
})
const usuallyGood = fc.oneof({ weight: 3, arbitrary: fc.constant(facts) }, anyFacts)
const ids = fc.constantFrom('a', 'b', 'c')
const anyEvent: fc.Arbitrary<CaptureEvent> = fc.oneof(
  fc.record({
    type: fc.constant('start' as const),
    by: fc.constantFrom('person' as const, 'itself' as const),
    facts: usuallyGood,
    source_id: fc.constantFrom(undefined, screen.id),
    at,
  }),
  fc.record({ type: fc.constant('woke' as const), facts: usuallyGood, at }),
  fc.record({ type: fc.constant('source_held' as const), source: fc.constant(screen), at }),
  fc.record({ type: fc.constant('source_missing' as const), trouble: fc.constant('no_sources' as const), at }),
  fc.record({
    type: fc.constant('permission_denied' as const),
    trouble: fc.constant('permission_denied' as const),
    at,
  }),
  fc.record({ type: fc.constant('requested' as const), request: ids.map(request), at }),
  fc.record({ type: fc.constantFrom('grabbed' as const, 'grab_failed' as const), id: ids, at }),
  fc.record({ type: fc.constant('session_changed' as const), stopped: fc.boolean(), at }),
  fc.record({
    type: fc.constantFrom(
      'permission_granted' as const,
      'connected' as const,
      'consent_given' as const,
      'disconnected' as const,
      'spool_full' as const,
      'uploaded' as const,
      'pause' as const,
      'resume' as const,
    ),
    at,
  }),
  fc.record({
    type: fc.constantFrom('consent_withdrawn' as const, 'stop' as const, 'ended_by_system' as const),
    at,
  }),
)
/** Most paths begin while sharing; random ones would rarely get there. */
const anyPath = fc
  .tuple(fc.boolean(), fc.array(anyEvent, { maxLength: 40 }))
  .map(([isSharing, events]) => (isSharing ? [...stories.untilSharing, ...events] : events))

describe('Capture as a state machine [4.11, 4.12, D34]', () => {
  test('sharing starts once the person agreed, permission is granted, a source is ready and the socket is open [4.11a]', () => {
    const { capture, effects } = play(stories.untilSharing)
    expect(capture).toMatchObject({ state: 'sharing', since: 4, source: screen, automatic: false })
    expect(does(effects)).toEqual([
      'remember_stop',
      'check_permission',
      'hold_source',
      'show_indicator',
      'uploads',
      'tell',
    ])
  })

  test('without consent a start asks for it, and continues when it is given [D34]', () => {
    const { capture, effects } = play([{ type: 'start', by: 'person', facts: { ...facts, consent: notAgreed }, at: 1 }])
    expect(capture.state).toBe('consent')
    expect(does(effects)).toEqual(['remember_stop', 'ask_consent'])
    expect(play([{ type: 'consent_given', at: 2 }], capture).capture.state).toBe('permission')
  })

  test('a stop ends everything before it is reported, connected or not', () => {
    for (const before of [[], [{ type: 'disconnected', at: 5 }]] satisfies CaptureEvent[][]) {
      const { capture } = play([...stories.untilSharing, ...before])
      const { next, effects } = step(capture, { type: 'stop', at: 6 })
      expect(next).toMatchObject({ state: 'stopped_by_hand', source: null, grabbing: [] })
      expect(does(effects)).toEqual(['release_source', 'uploads', 'hide_indicator', 'tell', 'remember_stop'])
    }
  })

  test('viewers are told when a source has a new name after a sleep, and only then', () => {
    const { capture } = play(stories.untilSharing)
    const renamed = { ...screen, name: 'Screen 2' }
    const { next, effects } = step(capture, { type: 'source_held', source: renamed, at: 5 })
    expect(next.source).toEqual(renamed)
    expect(effects).toEqual([{ do: 'tell', state: 'sharing', what: 'Screen 2' }])
    expect(step(capture, { type: 'source_held', source: screen, at: 5 }).effects).toEqual([])
  })

  test('a picture in progress when sharing was stopped or paused is discarded', () => {
    for (const ending of ['stop', 'pause'] as const) {
      const { effects } = play([
        ...stories.untilSharing,
        { type: 'requested', request: request('a'), at: 5 },
        { type: ending, at: 6 },
        ...(ending === 'pause' ? [{ type: 'resume', at: 7 } as const] : []),
        { type: 'grabbed', id: 'a', at: 8 },
      ])
      expect(does(effects)).not.toContain('send_frame')
    }
  })

  test('it starts by itself exactly when all of [4.12a] holds and the person agreed', () => {
    expect(mayStartItself(atRest, facts)).toBe(true)
    const missing: Partial<StartFacts>[] = [
      { autoStart: false },
      { user_id: null },
      { hasAccessToken: false },
      { organization_id: -1 },
      { consent: notAgreed },
      { openedByComputer: true, consent: { ...agreed, start_with_computer: false } },
    ]
    for (const change of missing)
      expect(mayStartItself(atRest, { ...facts, ...change }), JSON.stringify(change)).toBe(false)
    for (const state of Object.keys(transitions) as CaptureState[]) {
      expect(mayStartItself({ ...atRest, state }, facts), state).toBe(state === 'off')
    }
  })

  test('waking from sleep tries the automatic start again, and asks nobody [4.12b]', () => {
    const { next, effects } = step(atRest, { type: 'woke', facts, at: 1 })
    expect(next).toMatchObject({ state: 'permission', automatic: true })
    expect(effects).toEqual([{ do: 'check_permission', ask: false }])
    expect(step(atRest, { type: 'woke', facts: { ...facts, hasAccessToken: false }, at: 1 }).next.state).toBe('off')
  })

  test('a lost connection keeps the indicator visible and takes no pictures [4.10]', () => {
    const { capture, effects } = play([
      ...stories.untilSharing,
      { type: 'disconnected', at: 5 },
      { type: 'requested', request: request('a'), at: 6 },
    ])
    expect(capture).toMatchObject({ state: 'reconnecting', trouble: 'network' })
    expect(does(effects)).not.toContain('hide_indicator')
    expect(does(effects)).not.toContain('grab')
    expect(step(capture, { type: 'connected', at: 7 }).next).toMatchObject({ state: 'sharing', trouble: null })
  })

  test('on no path is a picture taken or sent while the indicator is hidden [D34]', () => {
    let sent = 0
    fc.assert(
      fc.property(anyPath, path => {
        let isShown = false
        for (const effect of play(path).effects) {
          if (effect.do === 'show_indicator') isShown = true
          if (effect.do === 'hide_indicator') isShown = false
          if (effect.do === 'grab' || effect.do === 'send_frame') {
            sent += 1
            expect(isShown).toBe(true)
          }
        }
      }),
      { numRuns: 3_000 },
    )
    expect(sent).toBeGreaterThan(100)
  })

  test('on no path is a picture taken except while sharing, or sent except while sharing or reconnecting', () => {
    let taken = 0
    fc.assert(
      fc.property(anyPath, path => {
        let capture = atRest
        for (const event of path) {
          const before = capture.state
          const { next, effects } = step(capture, event)
          capture = next
          if (does(effects).includes('grab')) {
            taken += 1
            expect(before).toBe('sharing')
          }
          if (does(effects).includes('send_frame')) expect(['sharing', 'reconnecting']).toContain(before)
        }
      }),
      { numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(100)
  })

  test('the indicator is visible exactly while something can leave this computer', () => {
    fc.assert(
      fc.property(anyPath, path => {
        let capture = atRest
        let isShown = false
        for (const event of path) {
          const { next, effects } = step(capture, event)
          capture = next
          for (const effect of effects) {
            if (effect.do === 'show_indicator') isShown = true
            if (effect.do === 'hide_indicator') isShown = false
          }
          expect(isShown).toBe(['sharing', 'paused', 'reconnecting'].includes(capture.state))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('on no path does a capture that was stopped by hand start again unless a person starts it [4.11d]', () => {
    fc.assert(
      fc.property(anyPath, path => {
        let isStopped = false
        let capture = atRest
        for (const event of path) {
          capture = step(capture, event).next
          if (event.type === 'stop') isStopped = true
          // For another person or organisation, `stopped` says whether they stopped before.
          if (event.type === 'session_changed') isStopped = event.stopped
          if (event.type === 'start' && event.by === 'person') isStopped = false
          if (isStopped) expect(capture.state).toBe('stopped_by_hand')
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test('on no path is anything captured without consent [D34]', () => {
    const neverAgreed = anyPath.map(path =>
      path
        .filter(event => event.type !== 'consent_given')
        .map(event => ('facts' in event ? { ...event, facts: { ...event.facts, consent: notAgreed } } : event)),
    )
    fc.assert(
      fc.property(neverAgreed, path => {
        for (const effect of does(play(path).effects))
          expect(['hold_source', 'grab', 'show_indicator']).not.toContain(effect)
      }),
      { numRuns: 1_000 },
    )
  })

  test('every transition in the table can happen', () => {
    const events: CaptureEvent[] = [
      { type: 'start', by: 'person', facts, at: 1 },
      { type: 'start', by: 'person', facts: { ...facts, consent: notAgreed }, at: 1 },
      { type: 'start', by: 'person', facts: { ...facts, user_id: null }, at: 1 },
      { type: 'start', by: 'itself', facts, at: 1 },
      { type: 'start', by: 'itself', facts: { ...facts, autoStart: false }, at: 1 },
      { type: 'woke', facts, at: 1 },
      { type: 'woke', facts: { ...facts, autoStart: false }, at: 1 },
      { type: 'source_held', source: screen, at: 1 },
      { type: 'source_missing', trouble: 'no_sources', at: 1 },
      { type: 'permission_denied', trouble: 'permission_error', at: 1 },
      { type: 'requested', request: request('a'), at: 1 },
      { type: 'grabbed', id: 'a', at: 1 },
      { type: 'grab_failed', id: 'a', at: 1 },
      { type: 'session_changed', stopped: true, at: 1 },
      { type: 'session_changed', stopped: false, at: 1 },
      ...(
        [
          ...(['permission_granted', 'consent_given', 'consent_withdrawn', 'connected', 'disconnected'] as const),
          ...(['spool_full', 'uploaded', 'pause', 'resume', 'stop', 'ended_by_system'] as const),
        ] as const
      ).map(type => ({ type, at: 1 })),
    ]
    const seen = new Set<string>()
    const known = new Set<string>()
    const open = [atRest]
    for (let capture = open.pop(); capture; capture = open.pop()) {
      for (const event of events) {
        const { next } = step(capture, event)
        if (transitions[capture.state][event.type]) seen.add(`${capture.state} + ${event.type} = ${next.state}`)
        const key = JSON.stringify([next.state, next.connected, next.source, next.grabbing.length])
        if (!known.has(key)) open.push(next)
        known.add(key)
      }
    }
    const written = (Object.keys(transitions) as CaptureState[]).flatMap(state =>
      (Object.keys(transitions[state]) as EventName[]).flatMap(event =>
        (transitions[state][event] ?? []).map(to => `${state} + ${event} = ${to}`),
      ),
    )
    expect(written.filter(transition => !seen.has(transition))).toEqual([])
    expect(written.length).toBeGreaterThan(60)
  })
})
