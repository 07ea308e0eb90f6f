import type { ErrorTable } from '../error-table'

export const jobErrors = {
  'job.not_found': [404, 'There is no such job here.'],
  'job.not_editable': [403, 'You can see this job, but not change it.'],
  'job.schedule_invalid': [400, 'This schedule cannot be understood.'],
  'job.never_runs': [400, 'This schedule has no time in the future.'],
  'job.no_working_hours': [400, 'This person has no working hours, so the job would never run.'],
  'job.nothing_to_read': [400, 'Choose a camera, a screen or a logbook that the job reads.'],
  'job.finished': [409, 'This job has finished. Change its schedule to start it again.'],
  'job.is_running': [409, 'This job is running at the moment.'],
  'job.nothing_to_sync': [409, 'No planned run failed or was skipped since the last success.'],
  'job.run_not_found': [404, 'This job has no such run.'],
  'job.nothing_to_judge': [409, 'This run has no result.'],
  'job.too_many': [409, 'This workspace has reached its limit of jobs. Delete one first.'],
  'job.model_unknown': [400, 'This server has no model with that name.'],
  'job.words_unavailable': [400, 'This server cannot read words on pictures: its operator has to install tesseract.'],
  'job.overlay_invalid': [400, 'The area must be a PNG picture.'],
  'prompt.not_found': [404, 'There is no such prompt here.'],
  'prompt.too_many': [409, 'The library of prompts is full. Delete one first.'],
} as const satisfies ErrorTable
