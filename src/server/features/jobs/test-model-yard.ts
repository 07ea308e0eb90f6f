import { LoopbackModel } from '../../platform/model/testing/loopback-model'
import { type JobsYard, openJobsYard } from './test-jobs'

/** The yard with a model on loopback, which answers by two names. */
export async function openModelYard(): Promise<{ yard: JobsYard; model: LoopbackModel }> {
  const model = await LoopbackModel.open()
  const yard = await openJobsYard({ MODEL_URL: model.url, MODEL_NAME: 'watcher', MODEL_CHOICES: 'sharp-eyes' })
  return { yard, model }
}
