import type { WorkTeam } from './work-team'

/** Which tool answers a question, and with what. */
export interface WorkExpected {
  tool: string
  /** All of its filters; of proposals, those that count. */
  input: object
  /** Parts of the answer. */
  says?: readonly string[]
}

const day = (date: number, time = '00:00') => `2026-11-${String(date).padStart(2, '0')}T${time}:00.000Z`
const due = (first: number, last = first) => ({ due_from: day(first), due_to: day(last + 1) })

/** What questions about tasks, schedules and messages mean, asked by Tom on Friday, November 20, soon after nine. */
export function workExpected(team: WorkTeam) {
  const { tom, lena, maya, tasks, harbourside, link, messageLink } = team
  const open = { status: 'open' }
  const ofTom = { user_ids: [tom.user_id] }
  const ofLena = { user_ids: [lena.user_id] }
  const find = (filters: object, ...says: string[]): WorkExpected => ({
    tool: 'find_tasks',
    input: { ...open, ...filters },
    says,
  })
  const perPerson = (filters: object, ...says: string[]): WorkExpected => ({
    tool: 'count_tasks_per_person',
    input: { ...open, ...filters },
    says,
  })
  const schedule = (user_id: number, date: number, times: object = {}, ...says: string[]): WorkExpected => ({
    tool: 'read_schedule',
    input: { user_ids: [user_id], from: day(date).slice(0, 10), to: day(date).slice(0, 10), ...times },
    says,
  })
  const afternoon = { from_time: '12:00', to_time: '18:00' }
  const change = (task: keyof WorkTeam['tasks'], fields: object): WorkExpected => ({
    ...{ tool: 'propose_task_change', input: { task_id: tasks[task], ...fields } },
    says: [link(task)],
  })
  return {
    myTasks: find(ofTom, link('wheel'), link('pump')),
    tasksOfLena: find(ofLena, link('helmets')),
    late: find({ is_late: true }, link('helmets')),
    myLate: find({ ...ofTom, is_late: true }),
    dueToday: find(due(20), link('wheel'), link('pump')),
    dueTomorrow: find(due(21)),
    dueMonday: find(due(23), link('tubes')),
    dueNextWeek: find(due(23, 29), link('tubes')),
    blocked: find({ status: 'blocked' }, link('helmets')),
    inSpace: find({ branch_ids: [harbourside] }, link('helmets')),
    label: find({ labels: ['inventory'] }, link('helmets')),
    aboutPump: find({ words: 'pump' }),
    aboutBeginnings: find({ words: 'rep pum' }, link('pump')),
    doneByLena: find({ ...ofLena, status: 'done' }, link('paint')),
    howMany: find({}, '4'),
    unassigned: find({ is_unassigned: true }),
    mostTasks: perPerson({ order: 'most' }, '**Tom Reyes**: 3', '**Lena Fuchs**: 1'),
    mostLate: perPerson({ order: 'most', is_late: true }, '**Lena Fuchs**: 1', '**Tom Reyes**: 0'),
    fewestTasks: perPerson({ order: 'fewest' }, '**Maya Okafor**: 0'),
    withoutTasks: perPerson({ order: 'fewest' }, '**Maya Okafor**'),
    myDay: schedule(tom.user_id, 20, {}, link('wheel'), link('pump')),
    lenaAfternoon: schedule(lena.user_id, 20, afternoon),
    planTomorrow: schedule(tom.user_id, 21),
    planMonday: schedule(tom.user_id, 23, {}, link('tubes')),
    freeAtThree: { tool: 'find_free', input: { from: day(20, '15:00'), to: day(20, '15:30') }, says: ['Maya Okafor'] },
    freeMondayAfternoon: {
      tool: 'find_free',
      input: { from: day(23, '12:00'), to: day(23, '18:00') },
      says: ['Lena Fuchs'],
    },
    isMayaFree: {
      tool: 'find_free',
      input: { from: day(23), to: day(24), user_ids: [maya.user_id] },
      says: ['Maya Okafor'],
    },
    whyLate: { tool: 'explain_late', input: { words: 'pump' }, says: [link('pump'), link('wheel')] },
    willBeLate: { tool: 'explain_late', input: {}, says: [link('pump')] },
    missed: { tool: 'missed_messages', input: {}, says: [messageLink] },
    missedSince: { tool: 'missed_messages', input: { from: day(18), to: day(21) }, says: [messageLink] },
    messagesAbout: { tool: 'find_messages', input: { words: 'invoice' }, says: [messageLink] },
    messagesByMaya: { tool: 'find_messages', input: { user_ids: [maya.user_id] }, says: [messageLink] },
    messagesByMayaToday: {
      tool: 'find_messages',
      input: { user_ids: [maya.user_id], from: day(20), to: day(21) },
      says: [messageLink],
    },
    remind: {
      tool: 'propose_task',
      input: { ...ofTom, fixed_start_time: day(21, '15:00'), estimate_minutes: 15 },
    },
    remindIn: { tool: 'propose_task', input: { ...ofTom, fixed_start_time: day(20, '11:00'), estimate_minutes: 15 } },
    remindMorning: { tool: 'propose_task', input: { ...ofTom, fixed_start_time: day(21, '09:00') } },
    remindAtNine: { tool: 'propose_task', input: { ...ofTom, fixed_start_time: day(27, '09:00') } },
    urgentTask: {
      tool: 'propose_task',
      input: {
        ...ofLena,
        branch_id: harbourside,
        priority: 'urgent',
        deadline: day(27, '17:00'),
        title: 'Fix the door',
      },
    },
    start: change('tubes', { status: 'in_progress' }),
    urge: change('tubes', { priority: 'urgent' }),
    newTask: { tool: 'propose_task', input: { ...ofTom, deadline: day(23, '17:00'), title: 'Order chain oil' } },
    newTaskForLena: { tool: 'propose_task', input: { ...ofLena, title: 'Order chain oil' } },
    assign: change('tubes', ofLena),
    move: change('tubes', { deadline: day(24, '17:00') }),
    markDone: change('tubes', { status: 'done' }),
    pushBack: change('tubes', { deadline: day(24, '12:00') }),
    handOver: change('tubes', ofLena),
    archive: change('tubes', { archived: true }),
    needTo: { tool: 'propose_task', input: { ...ofTom, deadline: day(23, '17:00') } },
  } satisfies Record<string, WorkExpected>
}

export type WorkIntent = keyof ReturnType<typeof workExpected>

/** Intents that need the right to assign tasks, so Maya asks. */
export const askedByMaya: ReadonlySet<WorkIntent> = new Set(['newTaskForLena', 'urgentTask', 'assign', 'handOver'])
