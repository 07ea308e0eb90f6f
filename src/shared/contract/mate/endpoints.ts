import { z } from 'zod'
import { TaskStatus } from '../../rules/task-status'
import { Id, Instant, Nothing, text } from '../common'
import { endpoint, member } from '../endpoint'
import { mate } from './limits'

/**
 * A chip that sends its text; colours cycle through five [3.14, 9.8a]. `color` and `border_color` name roles of the
 * design tokens.
 */
export const Suggestion = z.object({
  text: z.string(),
  color: z.string(),
  border_color: z.string(),
  options: z.array(z.string()),
})
export type Suggestion = z.infer<typeof Suggestion>

/** A source of an answer, ready to be shown as a link. */
export const Reference = z.object({
  kind: z.enum(['log', 'document', 'person', 'task', 'message']),
  id: Id,
  title: z.string(),
  /** The document that contains the log. */
  doc_id: Id.optional(),
  /** The chat that contains the message. */
  chat_id: Id.optional(),
  at: Instant.optional(),
})
export type Reference = z.infer<typeof Reference>

/** The job that an action is about. */
export const ActionJob = z.object({
  /** Null for a job that does not exist yet. */
  id: Id.nullable(),
  name: z.string(),
  /** The understood fields of a new job, checked on the server; the editor checks each of them again. */
  fields: z.record(z.string(), z.unknown()).nullable().default(null),
})
export type ActionJob = z.infer<typeof ActionJob>

const Named = z.object({ id: Id, name: z.string() })

/** The task that an action creates or changes. Names are those at the time of the proposal. */
export const ActionTask = z.object({
  /** Null for a task that does not exist yet. */
  id: Id.nullable(),
  /** The title of the task, before a change. */
  title: z.string(),
  /** What is set; everything else stays. Null removes a value. */
  changes: z.object({
    branch: Named.optional(),
    assignees: z.array(Named).optional(),
    deadline: Instant.nullable().optional(),
    fixed_start_time: Instant.nullable().optional(),
    estimate_minutes: z.int().nullable().optional(),
    labels: z.array(z.string()).optional(),
    priority: z.enum(['urgent', 'high', 'normal', 'low']).optional(),
    status: TaskStatus.optional(),
    archived: z.boolean().optional(),
  }),
})
export type ActionTask = z.infer<typeof ActionTask>

/**
 * The action that an option performs once the person presses it [D26]. An option without one is only a reply. What is
 * written comes from these fields, never from the message around them.
 */
export const MateAction = z.object({
  /** The index of the option that this action belongs to. */
  option: z.int().min(0),
  /**
   * The client itself opens a document or the results of a search, and the editor of a new job in `make_job`. Everything
   * else happens by /mate/confirm.
   */
  kind: z.enum([
    ...['write_log', 'write_page', 'open', 'search', 'pause_job', 'resume_job', 'run_job', 'make_job'],
    ...['create_task', 'change_task'],
  ] as const),
  /** Null unless the action is about a document. */
  doc_id: Id.nullable(),
  doc_name: z.string(),
  /** The text of the log or the one to add to the page, the words to search, the prompt of a new job, or the description of a new task. */
  content: z.string(),
  state: z.enum(['open', 'done', 'expired']).default('open'),
  /** Whether it was performed without a confirmation, because the person allowed that for its kind. */
  is_auto_approved: z.boolean().default(false),
  /** The log that was written. */
  log_id: Id.nullable().default(null),
  /** Null unless the action is about a job. */
  job: ActionJob.nullable().default(null),
  /** Null unless the action is about a task. */
  task: ActionTask.nullable().default(null),
})
export type MateAction = z.infer<typeof MateAction>

const ids = z.array(Id).default([])
/** The machine-readable half of a bot message [3.13c]. */
export const MessageDetails = z.object({
  suggestions: z.array(Suggestion).default([]),
  options: z.array(z.string()).default([]),
  actions: z.array(MateAction).default([]),
  task_ids: ids,
  user_ids: ids,
  logbook_ids: ids,
  schedule_for_userids: ids,
  message_ids: ids,
  job_ids: ids,
  log_ids: ids,
  frame_ids: z.array(z.string()).default([]),
  /** What Mate read to answer, in the order of the sentences that cite it. */
  references: z.array(Reference).default([]),
  /** How many things Mate read for the answer; the client shows these counts as "read 18 logs". */
  read: z.object({ logs: z.int().default(0), documents: z.int().default(0), people: z.int().default(0) }).optional(),
})
export type MessageDetails = z.infer<typeof MessageDetails>

/** The parsed form of a bot's `message_text` [3.13b]. */
export const BotMessage = z.object({ message: z.string(), details: MessageDetails })
export type BotMessage = z.infer<typeof BotMessage>

export const AnswerState = z.enum(['writing', 'done', 'stopped', 'failed'])
export type AnswerState = z.infer<typeof AnswerState>

/** A message of a chat with Mate [3.13a]. In Mate's own messages, `message_text` is the JSON of a BotMessage. */
export const MateMessage = z.object({
  id: Id,
  chat_id: Id,
  is_from_ai: z.boolean(),
  message_text: z.string(),
  chat_created: Instant,
  user_selected_suggestion: z.string().nullable(),
  frames_urls: z.array(z.string()),
  state: AnswerState,
  client_id: z.string().nullable(),
})
export type MateMessage = z.infer<typeof MateMessage>

export const fetchMate = endpoint({
  method: 'POST',
  reads: true,
  path: '/mate/fetch',
  summary:
    'Returns the caller’s conversation with Mate, newest first. `last_id` requests the messages before that one.',
  access: member({ guests: 'too' }),
  body: z.object({ last_id: Id.optional(), limit: z.int().min(1).max(100).default(mate.page) }),
  answer: z.array(MateMessage),
})

export const sendToMate = endpoint({
  method: 'POST',
  path: '/mate/send',
  summary:
    'Asks Mate a question. `message_id` is the id of the coming answer, which streams over the socket. A `client_id` is accepted once.',
  access: member({ guests: 'too' }),
  body: z.object({
    message: text(mate.messageLength),
    client_id: z.string().min(1).max(64),
    suggestion: z.string().max(200).optional(),
    /** The page on which the question was asked. */
    path: z.string().max(mate.pathLength).optional(),
  }),
  answer: z.object({ question_id: Id, message_id: Id }),
  perMinute: 60,
})

export const confirmOption = endpoint({
  method: 'POST',
  path: '/mate/confirm',
  summary:
    'Performs the action of one of Mate’s options, as the caller and with their current rights. Each action can be performed once, within a day. `instruction_id` is the job that the caller made from the option of a new job. Returns the message with the outcome.',
  access: member(),
  body: z.object({
    message_id: Id,
    option: z.int().min(0).max(mate.suggestions),
    instruction_id: Id.optional(),
  }),
  answer: MateMessage,
})

/** What Mate may do without a confirmation: only what people can undo. */
export const AutoApprovable = z.enum(['write_log', 'create_task', 'change_task', 'pause_job', 'resume_job'])
export type AutoApprovable = z.infer<typeof AutoApprovable>

const AutoApprovals = z.object({ kinds: z.array(AutoApprovable).max(AutoApprovable.options.length) })

export const readAutoApprovals = endpoint({
  method: 'GET',
  path: '/mate/auto_approvals',
  summary: 'Returns what Mate may do for the caller without a confirmation. Nothing at first.',
  access: member(),
  body: z.object({}),
  answer: AutoApprovals,
})

export const changeAutoApprovals = endpoint({
  method: 'POST',
  path: '/mate/auto_approvals',
  summary:
    'Sets what Mate may do for the caller without a confirmation. Mate does it only if an answer proposes nothing else, with the rights of the caller, and it is in the audit log.',
  access: member(),
  body: AutoApprovals,
  answer: AutoApprovals,
})

export const resetMate = endpoint({
  method: 'POST',
  path: '/mate/reset',
  summary: 'Starts the conversation over. The old messages are deleted.',
  access: member({ guests: 'too' }),
  body: z.object({}),
  answer: Nothing,
})

const forPath = z.object({ path: z.string().max(mate.pathLength).optional() })
export const getSuggestions = endpoint({
  method: 'POST',
  reads: true,
  path: '/mate/get_suggestions',
  summary: 'Returns five suggestions that continue the conversation, for the page.',
  access: member({ guests: 'too' }),
  body: forPath,
  answer: z.array(Suggestion),
})
export const getNewSuggestions = endpoint({
  method: 'POST',
  reads: true,
  path: '/mate/get_suggestions_new',
  summary: 'Returns five suggestions to start a conversation with, for the page.',
  access: member({ guests: 'too' }),
  body: forPath,
  answer: z.array(Suggestion),
})

/**
 * Frames that the server sends on /sockets/mate [D27]. `seq` counts the frames of one answer from 1 without gaps.
 * `start` discards what the client holds of this answer. `tool` says what Mate is doing. `done` carries the stored
 * message, which replaces the text.
 */
export const MateFrame = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), message_id: Id, seq: z.int() }),
  z.object({ event: z.literal('delta'), message_id: Id, seq: z.int(), text: z.string() }),
  z.object({ event: z.literal('tool'), message_id: Id, seq: z.int(), name: z.string(), summary: z.string() }),
  z.object({ event: z.literal('done'), message_id: Id, seq: z.int(), message: MateMessage }),
  z.object({ event: z.literal('error'), message_id: Id, seq: z.int(), message: MateMessage }),
])
export type MateFrame = z.infer<typeof MateFrame>

/** Frames that a client sends on /sockets/mate. `last_seq` 0 requests the whole answer. */
export const MateRequest = z.discriminatedUnion('event', [
  z.object({ event: z.literal('resume'), message_id: Id, last_seq: z.int().min(0) }),
  z.object({ event: z.literal('stop'), message_id: Id }),
])
export type MateRequest = z.infer<typeof MateRequest>
