import type { Job, Run } from '#shared/contract/jobs/job'

export const maya = {
  user_id: 7,
  user_displayname: 'Maya Okafor',
  user_image: null,
  user_phone: null,
  user_email: null,
}

/** An instant some minutes from now, so that it is today whenever the test runs, except around midnight. */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

export function runOf(run_id: number, more: Partial<Run> = {}): Run {
  return {
    run_id,
    instruction_id: 21,
    kind: 'planned',
    planned_at: inMinutes(-1),
    status: 'succeeded',
    reason: null,
    missed: 0,
    attempts: 1,
    started_at: inMinutes(-1),
    ended_at: new Date(Date.parse(inMinutes(-1)) + 4_200).toISOString(),
    result: { title: 'Two waiting', content: 'Two people wait at the counter.', labels: [], frame_ids: [] },
    verdict: null,
    logs: [{ doc_id: 3, log_id: 12 }],
    sent: [],
    read: null,
    model: null,
    tokens: null,
    ...more,
  }
}

/** A job of Maya that counts the queue at the counter every ten minutes. */
export function jobOf(instruction_id: number, instruction_text: string, more: Partial<Job> = {}): Job {
  return {
    id: instruction_id,
    instruction_id,
    instruction_text,
    instruction_description: '',
    prompt: 'Count the people.',
    source: {
      feed_ids: [4],
      user_ids: [],
      logbook_ids: [],
      custom_code: null,
      new_meetings: false,
      newest_within: null,
    },
    destination: { logbook_ids: [3], user_ids: [], space_ids: [], sends_as: 'message' },
    graph_id: null,
    look: { regions: [], rules: [], reads_words: false },
    writes_when: 'always',
    instruction_one_time: null,
    minute_interval: 10,
    instruction_schedule: null,
    timezone: 'UTC',
    allowed_time_ranges: [],
    allowed_weekdays: null,
    instruction_valid_till: null,
    instruction_max_executions: null,
    is_repeat: true,
    connect_user_workhours: null,
    status: 'active',
    pause_cause: null,
    pause_reason: null,
    paused_by: null,
    instruction_executions: 3,
    instruction_completed_at: null,
    next_runs: [inMinutes(1), inMinutes(2)],
    references: [],
    overlay_frame_url: null,
    model: null,
    created_by: maya,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
    revision: 1,
    failures: 0,
    last_run: null,
    is_editable: true,
    ...more,
  }
}
