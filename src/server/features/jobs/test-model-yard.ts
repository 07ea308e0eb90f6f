import { LoopbackModel } from '../../platform/model/testing/loopback-model'
import { type JobsYard, openJobsYard } from './test-jobs'

/** The yard with a model on loopback, which answers by two names. */
export async function openModelYard(
  settings: Record<string, string> = {},
): Promise<{ yard: JobsYard; model: LoopbackModel }> {
  const model = await LoopbackModel.open()
  const connected = { MODEL_URL: model.url, MODEL_NAME: 'watcher', MODEL_CHOICES: 'sharp-eyes' }
  const yard = await openJobsYard({ ...connected, ...settings })
  return { yard, model }
}
