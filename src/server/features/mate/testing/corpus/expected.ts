import type { LogKey } from './texts.data'
import type { Workshop } from './workshop'

/** What the answer to a question must hold. */
export interface Expected {
  /** The logs that it links, and no others. */
  logs?: readonly LogKey[]
  /** Logs that it links among others. */
  among?: readonly LogKey[]
  documents?: readonly (keyof Workshop['documents'])[]
  people?: readonly (keyof Workshop['people'])[]
  /** Numbers that it says, in this order. */
  numbers?: readonly number[]
  /** Names that it says, in this order. */
  names?: readonly string[]
  /** The kind of action that it offers. */
  action?: 'write_log' | 'open' | 'search'
  /** Whether it links the camera. */
  camera?: boolean
}

/** The questions of the corpus by what they ask; asked on Thursday, November 26. */
export const expected = {
  today: { logs: ['wheel', 'key', 'pumpRepaired'] },
  yesterday: { logs: ['pads', 'queueWednesday', 'compressor'] },
  tomYesterday: { logs: ['pads'] },
  myLogs: { logs: ['bleed', 'refund', 'giftCard', 'pads', 'wheel'] },
  bayToday: { logs: ['wheel', 'pumpRepaired'] },
  brake: { among: ['bleed', 'pads'] },
  lastWeek: { logs: ['bleed', 'queueFriday'] },
  monday: { logs: ['leak', 'queueMonday', 'helmets'] },
  date: { logs: ['seal', 'shortQueue', 'refund', 'giftCard'] },
  dayBeforeYesterday: { logs: ['seal', 'shortQueue', 'refund', 'giftCard'] },
  sinceWednesday: { logs: ['pads', 'queueWednesday', 'compressor', 'wheel', 'key', 'pumpRepaired'] },
  countThisWeek: { numbers: [13] },
  countByTom: { numbers: [5] },
  countInBay: { numbers: [7] },
  countLong: { numbers: [3] },
  countLongThisWeek: { numbers: [2], among: ['queueMonday', 'queueWednesday'] },
  countPump: { numbers: [3], among: ['leak', 'seal', 'pumpRepaired'] },
  perPerson: { names: ['Maya Okafor', 'Tom Reyes', 'Priya Nair'], numbers: [15, 6, 5, 4] },
  perLogbook: { documents: ['bay', 'desk'], numbers: [15, 8, 7] },
  perDay: { numbers: [13] },
  mostByPerson: { names: ['Maya Okafor'], numbers: [6], people: ['maya'] },
  mostInLogbook: { documents: ['desk'], numbers: [8] },
  busiestDay: { numbers: [24, 4] },
  fewestByPerson: { names: ['Priya Nair'], numbers: [4], people: ['priya'] },
  mostLabel: { numbers: [3] },
  compareTwoPeople: { names: ['Tom Reyes', 'Maya Okafor'], numbers: [5, 6, 1] },
  compareLogbooks: { numbers: [7, 8, 1] },
  compareWeeks: { numbers: [13, 2, 11] },
  whoWrotePump: { names: ['Priya Nair'], among: ['leak', 'seal', 'pumpRepaired'] },
  whenCompressor: { logs: ['compressor'], numbers: [25] },
  whenHelmets: { logs: ['helmets'], numbers: [23] },
  lastInBay: { logs: ['pumpRepaired'] },
  firstInBay: { logs: ['bleed'] },
  lastByTom: { logs: ['wheel'] },
  pumpRepaired: { among: ['pumpRepaired'] },
  whereKey: { among: ['key'] },
  whichLogbookPump: { documents: ['bay'], numbers: [3] },
  page: { documents: ['page'], names: ['☐', '☑'] },
  pageAbout: { documents: ['page'] },
  meeting: { documents: ['recording'], names: ['0:02'] },
  meetingSummary: { documents: ['recording'] },
  meetingMaya: { documents: ['recording'], names: ['0:02'] },
  meetingAbout: { documents: ['recording'], names: ['0:22'] },
  graph: { documents: ['desk'], numbers: [3, 1, 4] },
  cameras: { camera: true },
  people: { people: ['maya', 'tom', 'priya'], numbers: [5] },
  owners: { people: ['maya'], names: ['Maya Okafor'] },
  logbooks: { documents: ['bay', 'desk', 'page', 'recording'] },
  planned: { logs: [] },
  ticket: { logs: ['bleed'] },
  invoice: { among: ['refund'] },
  nothing: { logs: [] },
  secret: { logs: [] },
  openBay: { documents: ['bay'], action: 'open' },
  search: { among: ['bleed', 'pads'], action: 'search' },
  write: { documents: ['bay'], action: 'write_log' },
  summaryOfBay: { documents: ['bay'], numbers: [7] },
} satisfies Record<string, Expected>

export type Intent = keyof typeof expected
