import {
  Activity,
  CalendarCheck,
  CameraOff,
  DoorOpen,
  Gauge,
  Lightbulb,
  ListChecks,
  Monitor,
  Moon,
  NotebookText,
  PackageOpen,
  Users,
} from 'lucide-react'
import { type JobFields, JobSource, type LookRule } from '#shared/contract/jobs/job'
import type { PictureRule } from '#shared/rules/picture-rules'
import type { Icon } from '../../ui/icon'

export const exampleIds = [
  'screen',
  'queue',
  'shelf',
  'gate',
  'machine',
  'number',
  'daily',
  'weekly',
  'meeting',
  'lights',
  'covered',
  'yard',
] as const
export type ExampleId = (typeof exampleIds)[number]

interface Example {
  icon: Icon
  /** Everything but the texts, which are in the language of the person. */
  fields: Partial<Omit<JobFields, 'instruction_text' | 'prompt'>>
}

const inShopHours = [{ from_time: '09:00', to_time: '18:00' }]
const atNight = [{ from_time: '20:00', to_time: '06:00' }]
const every = (minutes: number, allowed_time_ranges = inShopHours) => ({
  minute_interval: minutes,
  allowed_time_ranges,
})
const cron = (instruction_schedule: string) => ({
  minute_interval: null,
  instruction_schedule,
  allowed_time_ranges: [],
})

const rule = (part: Pick<PictureRule, 'measure' | 'comparison' | 'threshold' | 'hold_seconds'>): LookRule => ({
  rule: { id: 'rule-1', region: null, ...part },
  text: '',
  label: null,
})
const isSo = (measure: PictureRule['measure']) => rule({ measure, comparison: 'is', threshold: 1, hold_seconds: 0 })
const noteworthy = (...rules: LookRule[]) => ({
  writes_when: 'when_noteworthy' as const,
  look: { regions: [], rules, reads_words: false },
})

/** Jobs to start from. */
export const examples: Readonly<Record<ExampleId, Example>> = {
  screen: { icon: Monitor, fields: every(60) },
  queue: { icon: Users, fields: every(10) },
  shelf: { icon: PackageOpen, fields: { ...every(120), ...noteworthy() } },
  gate: {
    icon: DoorOpen,
    fields: {
      ...every(5, atNight),
      ...noteworthy(rule({ measure: 'change_from_reference', comparison: 'above', threshold: 0.2, hold_seconds: 60 })),
    },
  },
  machine: {
    icon: Activity,
    fields: {
      ...every(5),
      ...noteworthy(rule({ measure: 'change', comparison: 'below', threshold: 0.01, hold_seconds: 600 })),
    },
  },
  number: { icon: Gauge, fields: every(30) },
  daily: { icon: NotebookText, fields: cron('30 17 * * 1-5') },
  weekly: { icon: CalendarCheck, fields: cron('0 16 * * 5') },
  meeting: {
    icon: ListChecks,
    fields: { ...cron('0 17 * * 1-5'), source: { ...JobSource.parse({}), new_meetings: true } },
  },
  lights: {
    icon: Lightbulb,
    fields: {
      ...every(30, atNight),
      ...noteworthy(rule({ measure: 'brightness', comparison: 'above', threshold: 0.35, hold_seconds: 0 })),
    },
  },
  covered: {
    icon: CameraOff,
    fields: {
      ...every(15, []),
      ...noteworthy(isSo('covered'), { ...isSo('moved'), rule: { ...isSo('moved').rule, id: 'rule-2' } }),
    },
  },
  yard: {
    icon: Moon,
    fields: {
      ...every(1, atNight),
      ...noteworthy(rule({ measure: 'change', comparison: 'above', threshold: 0.05, hold_seconds: 0 })),
    },
  },
}

/** Examples whose rules write a sentence. */
const speakingIds = ['gate', 'machine', 'lights', 'covered', 'yard'] as const

export const isSpeaking = (id: ExampleId): id is (typeof speakingIds)[number] => speakingIds.some(known => known === id)

export const isExample = (id: string | null): id is ExampleId => exampleIds.some(known => known === id)
